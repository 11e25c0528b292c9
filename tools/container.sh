# container.sh - the files of packaging/container, run by an engine; a part of `./salient soak package`, whose functions it uses.
# shellcheck shell=sh disable=SC2154,SC2034 # root, out and the like come from ./salient and package.sh

engine_packages="podman crun netavark docker-compose python3 iptables"

# An engine of our own: a podman whose images, containers and socket are in one folder. crun starts nothing on a machine that has both
# kinds of control groups, nor where root may not set limits (in a container, say); so it sees one kind, and is asked for no limits.
engine_up() {
  engine=$(mktemp -d /var/tmp/salient-engine.XXXXXX) || return
  cat >"$engine/runtime" <<'RUNTIME'
#!/usr/bin/env python3
import json, os, sys
words = sys.argv[1:]
for option, folder in zip(words, words[1:]):
    if option in ("--bundle", "-b"):
        path = os.path.join(folder, "config.json")
        with open(path) as file:
            config = json.load(file)
        config["process"].pop("rlimits", None)
        with open(path, "w") as file:
            json.dump(config, file)
os.execvp("crun", ["crun"] + words)
RUNTIME
  chmod 755 "$engine" "$engine/runtime"
  printf '[engine]\nruntime = "ours"\n[engine.runtimes]\nours = ["%s/runtime"]\n' "$engine" >"$engine/containers.conf"
  as_root env CONTAINERS_CONF="$engine/containers.conf" unshare -m sh -c "umount /sys/fs/cgroup/unified 2>/dev/null
    echo \$\$ >$engine/pid
    exec podman --root $engine/images --runroot $engine/run system service --time 0 unix://$engine/socket" >"$out/engine.log" 2>&1 &
  service=$!
  until_true 30 podman_here version
}
podman_here() { as_root podman --remote --url "unix://$engine/socket" "$@"; }
engine_down() {
  podman_here rm -f -a -t 2
  podman_here volume prune -f
  as_root kill "$(cat "$engine/pid")"
  wait "$service"
  as_root rm -rf "$engine"
}

# The images as their files say, on the bare Debian that was kept. What the first stage makes has the package's bytes.
build_image() { # FILE NAME ARGUMENTS..
  file=$1 image=$2
  shift 2
  podman_here build --network host -f "$engine/source/packaging/container/$file" -t "localhost/$image" "$@" "$engine/source"
}
images() { # FIRST
  podman_here import ${extra_ca:+--change "ENV NODE_EXTRA_CA_CERTS=/root/extra-ca.pem"} "$1/bare.tar" docker.io/library/debian:12-slim || return
  git clone -q "$root" "$engine/source" || return
  build_image haproxy.Containerfile salient-haproxy && build_image database.Containerfile salient-database &&
    build_image Containerfile salient-build --target build && build_image Containerfile salient || return
  podman_here run --rm localhost/salient-build cat /out/SHA256SUMS | cmp - "$1/SHA256SUMS" || return
  if podman_here run --rm --entrypoint /bin/sh localhost/salient -c 'command -v gcc cc make git node'; then echo "there are tools for building"; return 1; fi
}

# Nobody's user, without privileges, and no place to write to but its own.
pid_of() { podman_here inspect -f '{{.State.Pid}}' "$1"; }
closed() { # CONTAINER
  as_root cat "/proc/$(pid_of "$1")/status" >"$out/container.status" || return
  for line in 'Uid:.65532' 'NoNewPrivs:.1' 'Seccomp:.2' 'CapEff:.0000000000000000' 'CapBnd:.0000000000000000'; do
    grep -q "^$line" "$out/container.status" || { echo "$1 is not closed: no '$line' in its status"; return 1; }
  done
  for folder in / /usr /var/lib; do
    if podman_here exec "$1" /bin/sh -c "touch $folder/salient-was-here" 2>/dev/null; then echo "$1 can write to $folder"; return 1; fi
  done
}
in_network_of() { # CONTAINER COMMAND..
  network=$(pid_of "$1")
  shift
  as_root nsenter -t "$network" -n "$@"
}
played_in() { # CONTAINER PORT
  until_true 30 in_network_of "$1" "$build/salient" load --url "http://127.0.0.1:$2" --games 1 --clients 1 --seconds 1 --rate 5 &&
    in_network_of "$1" "$build/salient" load --url "http://127.0.0.1:$2" --games 4 --clients 8 --seconds 5 --rate 20
}

# One container and its SQLite file, as docs/server.md starts it.
container() {
  podman_here run -d --name alone --read-only --cap-drop all --security-opt no-new-privileges -v alone:/data localhost/salient || return
  played_in alone 1943 && closed alone && podman_here stop alone
  code=$?
  podman_here logs alone
  podman_here rm -f alone
  return $code
}

# compose.yaml as it is, on ports of this machine alone.
compose() {
  as_root env DOCKER_HOST="unix://$engine/socket" SALIENT_HTTP="127.0.0.1:$port" SALIENT_HTTPS="127.0.0.1:$((port + 1))" \
    docker-compose -p salient-soak -f "$engine/source/packaging/container/compose.yaml" "$@"
}
compose_up() {
  compose up -d --no-build && until_true 60 in_network_of salient-soak_haproxy_1 curl -s -k -f https://localhost/readyz
}
compose_down() { # HOW..: whoever uses another's network goes first
  compose stop
  compose rm -f one two
  compose down "$@"
}
ask() { in_network_of salient-soak_haproxy_1 curl -s -k -o "$out/asked.txt" -w '%{http_code}\n' "$@"; }
answers() { # WHAT STATUS ASKED..
  what=$1 status=$2
  shift 2
  is=$(ask "$@")
  [ "$is" = "$status" ] || { echo "$what: $is instead of $status: $(cat "$out/asked.txt")"; return 1; }
}
the_game_is_there() { until_true 60 answers "$1" 200 "https://localhost/api/games/$game" -H "Authorization: Bearer $seat"; }
serving() { # the name of the node that is the house
  for node in one:1943 two:2943; do
    in_network_of salient-soak_haproxy_1 curl -s -f "http://127.0.0.1:${node#*:}/readyz/house" >/dev/null && echo "salient-soak_${node%:*}_1"
  done
}
restarted() { # CONTAINER PID: it runs again, as another process
  now=$(pid_of "$1") && [ "$now" != "$2" ] && [ "$now" != 0 ]
}

# Games go through HAProxy into PostgreSQL. The house is killed, then everything is stopped and started: the game is there.
composed() {
  certs=$engine/source/packaging/container/certs port=$((20000 + $$ % 10000))
  mkdir -p "$certs"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -keyout "$engine/key" -out "$engine/crt" 2>/dev/null
  cat "$engine/crt" "$engine/key" >"$certs/one.pem"
  compose_up || return
  for part in haproxy database one two; do closed "salient-soak_${part}_1" || return; done
  answers "http goes to https" 308 http://localhost/ || return
  answers "a game is begun" 200 -H 'Content-Type: application/json' \
    -d '{"game":"nullgame","scenario":"lesson","seats":{"german":"me","soviet":"bot:random"}}' https://localhost/api/games || return
  game=$(sed -n 's/.*"id":"\([^"]*\)".*/\1/p' "$out/asked.txt") seat=$(sed -n 's/.*"german":"\([^"]*\)".*/\1/p' "$out/asked.txt")
  the_game_is_there "the game" || return
  played_in salient-soak_haproxy_1 "$(serving | sed 's/.*_one_.*/1943/; s/.*_two_.*/2943/')" || return
  killed=$(serving) was=$(pid_of "$killed")
  as_root kill -9 "$was"
  the_game_is_there "the other node serves" || return
  until_true 30 restarted "$killed" "$was" || { echo "the killed node does not come back"; return 1; }
  compose_down && compose_up || return
  the_game_is_there "after a start of everything" || return
  seq 700 | sed 's|.*|url="https://localhost/healthz"|' >"$engine/flood"
  in_network_of salient-soak_haproxy_1 curl -s -k -K "$engine/flood" -w '%{http_code}\n' | grep -q 429 || { echo "a flood is not stopped"; return 1; }
}
compose_test() {
  composed
  code=$?
  for part in haproxy database one two; do echo "---- $part" && podman_here logs "salient-soak_${part}_1"; done
  compose_down -v
  return $code
}

# The steps of soak package; $1 has the package and the bare Debian.
in_containers() { # FIRST
  need engine "$engine_packages"
  if step package.engine engine_up && step package.images images "$1"; then
    step package.container container
    step package.compose compose_test
  fi
  engine_down >>"$out/engine.log" 2>&1
}
