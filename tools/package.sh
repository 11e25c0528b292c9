# package.sh - `./salient package [DIR]`: a Debian package, its checksums and the list of what is inside.
#
# The same commit gives the same bytes, in any folder and on any day: paths are mapped away, and every date is the commit's. Read by
# ./salient, whose functions it uses.
# shellcheck shell=sh disable=SC2154 # root, build and log come from ./salient

package_packages="dpkg-dev libpq-dev"

# The list of what is inside, as SPDX tag-value text: this program, the libraries it links, and what the page is made of.
bill_of_materials() { # VERSION DEPENDS
  printf 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: salient-%s\n' "$1"
  printf 'DocumentNamespace: urn:salient:%s:%s\nCreator: Tool: salient package\nCreated: %s\n' "$1" "$SALIENT_COMMIT" \
    "$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)"
  part salient "$1" MIT
  echo 'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-salient'
  echo "$2" | tr ',' '\n' | sed 's/^ *//; s/[()]//g' | while read -r name _ version; do part "$name" "${version:-any}" NOASSERTION; done
  node -e '
    const lock = require(process.argv[1]).packages;
    for (const name of Object.keys(lock[""].dependencies).sort()) {
      const p = lock["node_modules/" + name];
      console.log(name, p.version, p.license ?? "NOASSERTION");
    }' "$root/web/package-lock.json" | while read -r name version licence; do part "$name" "$version" "$licence"; done
}
part() { # NAME VERSION LICENCE
  id=SPDXRef-$(echo "$1" | tr -c 'A-Za-z0-9.\n' '-')
  printf '\nPackageName: %s\nSPDXID: %s\nPackageVersion: %s\nPackageDownloadLocation: NOASSERTION\nFilesAnalyzed: false\nPackageLicenseDeclared: %s\n' \
    "$1" "$id" "$2" "$3"
  [ "$1" = salient ] || echo "Relationship: SPDXRef-salient DEPENDS_ON $id"
}

# What the program links, as Debian names it.
linked_packages() { # PROGRAM
  mkdir -p "$stage/shlibs/debian"
  printf 'Source: salient\n\nPackage: salient\nArchitecture: any\n' >"$stage/shlibs/debian/control"
  (cd "$stage/shlibs" && dpkg-shlibdeps -O "$1" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
}

copyright_file() {
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: salient\n\nFiles: *\nLicense: MIT\n'
  sed 's/^$/./; s/^/ /' "$root/LICENSE"
}

fill_stage() { # VERSION
  DESTDIR=$stage/tree cmake --install "$root/build-package" --strip || return
  share=$stage/tree/usr/share/doc/salient
  copyright_file >"$share/copyright"
  gzip -9nc "$share/CHANGELOG.md" >"$share/changelog.gz" && rm "$share/CHANGELOG.md" # the name that Debian's tools look for
  mkdir -p "$stage/tree/DEBIAN"
  cp "$root"/packaging/debian/postinst "$root"/packaging/debian/prerm "$root"/packaging/debian/postrm "$stage/tree/DEBIAN/"
  depends=$(linked_packages "$stage/tree/usr/bin/salient")
  [ -n "$depends" ] || { echo "dpkg-shlibdeps found no libraries"; return 1; }
  case $depends in *libpq5*) ;; *) echo "the program was built without PostgreSQL"; return 1 ;; esac
  bill_of_materials "$1" "$depends" >"$share/salient.spdx"
  sed "s/@VERSION@/$1/; s/@ARCHITECTURE@/$(dpkg --print-architecture)/; s/@DEPENDS@/$depends/
    s/@SIZE@/$(du -k --apparent-size -s "$stage/tree" | cut -f 1)/" "$root/packaging/debian/control.in" >"$stage/tree/DEBIAN/control"
  (cd "$stage/tree" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
  chmod -R u=rwX,go=rX "$stage/tree"
  find "$stage/tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

make_package() { # DIR
  out_dir=$1
  (cd "$root" && cmake --preset package) || return # also where an older version configured it
  build_preset package build-package salient || { cat "$log"; return 1; }
  version=$("$root/build-package/salient" --version | sed -n 's/^salient //p')
  stage=$(mktemp -d) || return
  file=$out_dir/salient_${version}_$(dpkg --print-architecture).deb
  fill_stage "$version" &&
    dpkg-deb --root-owner-group -Zxz --build "$stage/tree" "$file" &&
    cp "$stage/tree/usr/share/doc/salient/salient.spdx" "$out_dir/salient_$version.spdx" &&
    (cd "$out_dir" && sha256sum "$(basename "$file")" "salient_$version.spdx" >SHA256SUMS)
  code=$?
  rm -rf "$stage"
  return $code
}

# Signs the checksums with minisign when SALIENT_SIGNING_KEY names a key.
sign_package() { # DIR
  [ -n "${SALIENT_SIGNING_KEY-}" ] || return 0
  need signing minisign
  minisign -S -s "$SALIENT_SIGNING_KEY" -m "$1/SHA256SUMS"
}

run_package() {
  [ $# -le 1 ] || die "usage: ./salient package [DIR]"
  need package "$package_packages"
  SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null) || die "a package is made from a git checkout"
  SALIENT_COMMIT=$(git -C "$root" log -1 --format=%H)
  export SOURCE_DATE_EPOCH SALIENT_COMMIT
  export CCACHE_DISABLE=1 # with a base folder it writes other paths into the program
  mkdir -p "${1:-$root/build-package/out}" || die "cannot write to $1"
  target=$(cd -- "${1:-$root/build-package/out}" && pwd)
  make_package "$target" >"$build/package.log" 2>&1 || { tail -n 20 "$build/package.log" >&2; die "the package could not be made"; }
  sign_package "$target" || die "the checksums could not be signed"
  cat "$target/SHA256SUMS"
}

# ---- soak package: what a release must show

# The same commit from another folder, on another date: the same bytes. Nothing of the first build is used, not even a compiler's cache;
# only what npm fetched, because certificates are not valid on that date.
built_twice() { # FIRST
  again=$(mktemp -d "$build/again.XXXXXX") || return
  git clone -q "$root" "$again/elsewhere" && cp -a "$root/web/node_modules" "$again/elsewhere/web/" && touch "$again/elsewhere/web/node_modules" &&
    (cd "$again/elsewhere" && faketime -f +400d ./salient package "$again/out") && cmp "$1"/SHA256SUMS "$again/out/SHA256SUMS"
  code=$?
  rm -rf "$again"
  return $code
}

# A bare Debian 12 in a folder; $bare says where. The folder is open to others, as / is: the service is not root.
make_bare() { # PACKAGES
  bare=$(mktemp -d /var/tmp/salient-bare.XXXXXX) &&
    as_root debootstrap --variant=minbase --include="$1" bookworm "$bare" &&
    as_root chmod 755 "$bare"
}

# The first process below this one that has processes of its own: a machine's init.
first_inside() { # PID
  at=$1
  while at=$(pgrep -P "$at" | head -n 1) && [ -n "$at" ]; do
    if [ "$(as_root readlink "/proc/$at/ns/pid")" != "$(readlink /proc/self/ns/pid)" ]; then echo "$at"; return; fi
  done
  return 1
}

# Starts it as a machine with processes and a network of its own; $machine is our handle on it, $leader its first process.
boot_bare() {
  as_root systemd-nspawn -q --register=no --keep-unit --private-network --boot -D "$bare" >"$out/machine.log" 2>&1 </dev/null &
  machine=$!
  for _ in $(seq 120); do
    sleep 1
    leader=$(first_inside "$machine") && inside systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded' && return
  done
  echo "the machine does not come up:"
  tail -n 20 "$out/machine.log"
  return 1
}
inside() { as_root nsenter -t "$leader" -m -u -i -n -p -- "$@"; }
until_true() { # SECONDS COMMAND..
  tries=$1
  shift
  for _ in $(seq "$tries"); do
    "$@" >/dev/null 2>&1 && return
    sleep 1
  done
  "$@"
}
plays_at() { # PORT: a game is played over it, from within
  until_true 30 inside salient load --url "http://127.0.0.1:$1" --games 1 --clients 1 --seconds 1 --rate 5 || return
  inside salient load --url "http://127.0.0.1:$1" --games 4 --clients 8 --seconds 5 --rate 20 # below what one address may
}

# `play`, as somebody who is not root.
play_answers() {
  inside setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/tmp \
    sh -c 'echo $$ >/tmp/play.pid; exec salient play --port 19431 --db /tmp/games.db' &
  player=$!
  plays_at 19431
  code=$?
  inside sh -c 'kill "$(cat /tmp/play.pid)"'
  wait $player
  return $code
}

# The service: started, confined as the kernel sees it, played over, stopped; its games are sound.
service_plays() {
  inside systemctl enable --now salient || { inside journalctl -u salient -n 20 --no-pager; return 1; }
  plays_at 1943 || return
  pid=$(inside systemctl show -p MainPID --value salient)
  inside sh -c "cat /proc/$pid/status" >"$out/service.status"
  for line in 'NoNewPrivs:.1' 'Seccomp:.2' 'CapEff:.0000000000000000' 'CapBnd:.0000000000000000'; do
    grep -q "^$line" "$out/service.status" || { echo "the service is not confined: no '$line' in its status"; return 1; }
  done
  if grep -q '^Uid:.0' "$out/service.status"; then echo "the service runs as root"; return 1; fi
  for folder in /usr /etc /home /root; do
    if inside nsenter -t "$pid" -m -- sh -c "touch $folder/salient-was-here" 2>/dev/null; then echo "the service sees $folder writable"; return 1; fi
  done
  inside systemctl stop salient && inside salient verify /var/lib/salient/games.db
}

# Removed and purged: every file of the package is gone, no other has its name, and the games are still there.
leaves_the_games() {
  inside sh -c 'dpkg -L salient >/root/files; apt-get purge -q -y salient' || return
  inside sh -c 'while read -r f; do [ -d "$f" ] || [ ! -e "$f" ] || echo "$f"; done </root/files
    find / -xdev -name "*salient*" -not -path "/proc/*" -not -path "/root/*" -not -path "/tmp/*" -not -path "/var/log/*" \
      -not -path "/var/lib/salient*" -not -path "/var/lib/private/salient*"' >"$out/left-behind.txt"
  if grep '^/' "$out/left-behind.txt"; then echo "was left behind"; return 1; fi
  inside test -s /var/lib/private/salient/games.db
}

# A bare Debian with nothing but the package, which installs. The containers begin with the same Debian.
bare_install() { # FIRST
  make_bare systemd-sysv && trust_as_here && as_root tar -C "$bare" -cf "$1/bare.tar" . && as_root cp "$1"/salient_*.deb "$bare/root/salient.deb" &&
    as_root chroot "$bare" sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends /root/salient.deb' &&
    as_root chroot "$bare" salient --version
}

# Booted: play answers, the service starts confined, games are played over both, and removal leaves nothing but the games.
bare_machine() {
  boot_bare && play_answers && service_plays && leaves_the_games
  code=$?
  [ -z "$leader" ] || inside systemctl poweroff
  wait "$machine"
  return $code
}

# The commands of the README on a bare Debian that has git and nothing else of ours, timed; $1 says which: play, or play and check.
first_hour() { # COMMANDS
  make_bare git,ca-certificates || return
  as_root git clone -q "$root" "$bare/root/salient" && as_root mount -t proc proc "$bare/proc" || return
  trust_as_here
  code=0
  time_play || code=1
  case $code$1 in 0*check*) time_check || code=1 ;; esac
  as_root umount "$bare/proc"
  as_root rm -rf "$bare"
  return "$code"
}
bare_shell() { # COMMANDS
  as_root chroot "$bare" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin ${extra_ca:+NODE_EXTRA_CA_CERTS=/root/extra-ca.pem} sh -c "$1"
}
# A network that answers with certificates of its own needs them in there too.
trust_as_here() {
  extra_ca=${NODE_EXTRA_CA_CERTS-}
  [ -z "$extra_ca" ] || as_root cp "$extra_ca" "$bare/root/extra-ca.pem"
}
time_play() {
  port=$((20000 + $$ % 10000)) start=$(date +%s)
  bare_shell "cd /root/salient && echo \$\$ >/root/play.pid && exec ./salient play --port $port --db /root/games.db" &
  player=$!
  while kill -0 $player 2>/dev/null; do
    sleep 1
    "$build/salient" load --url "http://127.0.0.1:$port" --games 1 --clients 1 --seconds 1 >/dev/null 2>&1 || continue
    echo "note: play answers after $(($(date +%s) - start)) s"
    as_root kill "$(as_root cat "$bare/root/play.pid")"
    wait $player
    return 0
  done
  echo "play ended without an answer"
  return 1
}
time_check() {
  start=$(date +%s)
  bare_shell 'cd /root/salient && ./salient check' || return
  echo "note: check ends after $(($(date +%s) - start)) s"
}

# The unit's confinement, as systemd counts it: below 2 of 10.
confined() {
  need confined systemd
  systemd-analyze verify --man=no "$1/salient.service" 2>&1 | grep -v 'Command .* is not executable' | grep salient && return 1
  systemd-analyze security --offline=true --threshold=20 "$1/salient.service"
}

soak_package() { # [check | readme]
  # shellcheck source=tools/container.sh
  . "$root/tools/container.sh"
  need bare "debootstrap systemd-container curl openssl faketime"
  if [ "${1-}" = readme ]; then # the README's two commands alone
    step package.readme first_hour "play check"
    return
  fi
  build_client # as `package` has it: a page from an older build would be other bytes
  first=$build/package-first
  rm -rf "$first"
  step package run_package "$first" || return
  step package.twice built_twice "$first"
  if step package.install bare_install "$first"; then
    step package.bare bare_machine
    in_containers "$first"
  fi
  as_root rm -rf "${bare-}"
  step package.confined confined "$root/packaging"
  step package.readme first_hour "play ${1-}"
}
