#!/bin/sh
# install.sh SALIENT SOURCE BUILD: `cmake --install` for machines without our package: under a prefix of one's own, and staged by DESTDIR.
salient=$1 source=$2 build=$3 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
wrong() { echo "$*"; bad=1; }
cp "$salient" "$dir/mine"
cmake --install "$build" --prefix "$dir/opt" >"$dir/out" 2>&1 || wrong "cmake --install fails: $(tail -n 3 "$dir/out")"
for file in bin/salient share/applications/salient.desktop share/icons/hicolor/scalable/apps/salient.svg \
  share/bash-completion/completions/salient share/man/man1/salient.1.gz share/man/man1/salient-play.1.gz \
  share/metainfo/org.salient.salient.metainfo.xml share/doc/salient/README.md share/doc/salient/LICENSE \
  share/doc/salient/rules/wb95.md lib/systemd/system/salient.service; do
  [ -s "$dir/opt/$file" ] || wrong "$file is not installed"
done
# it plays with nothing but what was installed
(cd / && echo '{"cmd":"new","game":"nullgame","scenario":"lesson","seed":1}' | "$dir/opt/bin/salient" engine) | grep -q '"ok":true' ||
  wrong "the installed program plays no game"
[ "$("$dir/opt/bin/salient" --version)" = "$("$dir/mine" --version)" ] || wrong "the installed program is another version"
grep -q "^ExecStart=$dir/opt/bin/salient serve " "$dir/opt/lib/systemd/system/salient.service" ||
  wrong "the service starts a program elsewhere: $(grep ExecStart "$dir/opt/lib/systemd/system/salient.service")"
# staged for a packager: the same files, below another root, with the paths they will have
DESTDIR=$dir/stage cmake --install "$build" --prefix /usr >"$dir/out" 2>&1 || wrong "DESTDIR fails: $(tail -n 3 "$dir/out")"
(cd "$dir/opt" && find . -type f | sort) >"$dir/own"
(cd "$dir/stage/usr" && find . -type f | sort) >"$dir/staged"
cmp -s "$dir/own" "$dir/staged" || wrong "a staged install has other files: $(diff "$dir/own" "$dir/staged" | head -n 3)"
cmp -s "$source/packaging/salient.service" "$dir/stage/usr/lib/systemd/system/salient.service" || wrong "the staged service is not the packaged one"
[ "$(find "$dir/stage" -mindepth 1 -maxdepth 1)" = "$dir/stage/usr" ] || wrong "something was staged outside /usr"
exit $bad
