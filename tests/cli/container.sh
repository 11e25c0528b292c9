#!/bin/sh
# container.sh SOURCE SALIENT: what can be said of the container files without an engine to run them. `./salient soak package` runs the
# package as they would: another user, no privileges, a read-only root.
source=$1 salient=$2 bad=0
folder=$source/packaging/container
file=$folder/Containerfile compose=$folder/compose.yaml
wrong() { echo "$*"; bad=1; }
last_stage() { awk '/^FROM / { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$file"; }

# what is copied is there, and nothing that was built goes along
sed -n 's/^COPY \(--[^ ]* \)*\(.*\) [^ ]*$/\2/p' "$file" | tr ' ' '\n' | while read -r path; do
  [ -e "$source/$path" ] || echo "$path"
done | grep . && wrong "is copied and not there"
for ignored in build 'build-\*' web/node_modules web/dist; do
  grep -qx "$ignored" "$source/.containerignore" || wrong ".containerignore lacks $ignored"
done
cmp -s "$source/.containerignore" "$source/.dockerignore" || wrong ".dockerignore is another list"

# the last stage: nothing to build with, and not root
last_stage | grep -nE '\b(gcc|clang|cmake|ninja|git|nodejs|npm|make)\b' && wrong "the last stage has tools for building"
last_stage | grep -qE '^USER [1-9][0-9]*:[1-9][0-9]*$' || wrong "the last stage runs as root"
[ "$(grep -c '^FROM .*debian:12-slim' "$file")" = 2 ] || wrong "the stages are not both a small Debian 12"

# the packages it names are Debian's
names=$(sed -n 's/.*--no-install-recommends \([a-z][a-z0-9 .+-]*\).*/\1/p' "$file")
[ -n "$names" ] || wrong "no package was found in the install lines"
if [ -n "$(apt-cache pkgnames bash 2>/dev/null)" ]; then
  for name in $names; do apt-cache show "$name" >/dev/null 2>&1 || wrong "Debian has no package $name"; done
fi

# every option of the commands is one that serve has
page=$("$salient" help serve)
for option in $(grep -hE '^(CMD|    command:)' "$file" "$compose" | grep -oE -- '--[a-z-]+' | sort -u); do
  echo "$page" | grep -q -e "^  $option " || wrong "serve has no $option"
done

# compose: each service is closed, and what it mounts from here is here
services=$(awk '/^services:/ { on = 1; next } /^[a-z]/ { on = 0 } on && /^  [a-z]+:$/ { n++ } END { print n }' "$compose")
for line in 'read_only: true' 'cap_drop: \[ALL\]' 'security_opt: \["no-new-privileges:true"\]'; do
  [ "$(grep -c "^    $line" "$compose")" = "$services" ] || wrong "not every service has $line"
done
[ -f "$folder/$(sed -n 's/^      - \.\/\([^:]*\.cfg\):.*/\1/p' "$compose")" ] || wrong "the proxy's file is not there"
[ -f "$source/$(sed -n 's/^      dockerfile: //p' "$compose")" ] || wrong "the Containerfile is elsewhere"
if command -v haproxy >/dev/null; then
  dir=$(mktemp -d)
  sed "s|ssl crt [^ ]*||; s|alpn [^ ]*||" "$folder/haproxy.cfg" >"$dir/haproxy.cfg" # without the certificate, which is its owner's
  haproxy -c -q -f "$dir/haproxy.cfg" || wrong "haproxy refuses its file"
  rm -rf "$dir"
fi
exit $bad
