#!/bin/sh
# nodes.sh SALIENT [SECONDS [TURNS]]: is one database served by two nodes not slower than by one? Both are measured in turns, by the same
# two crowds of players, each with games of its own; with two nodes each crowd is at another one. Run it by tools/postgres.sh.
set -eu
salient=$1 seconds=${2:-8} turns=${3:-3}
dir=$(mktemp -d /tmp/salient-nodes-XXXXXX)
trap 'kill $nodes 2>/dev/null || true; rm -rf "$dir"' EXIT
nodes=
start() { # PORT DB OPTION..
  port=$1 db=$2
  shift 2
  "$salient" serve --address 127.0.0.1 --port "$port" --db "$db" "$@" >"$dir/$port.out" 2>"$dir/$port.err" &
  nodes="$nodes $!"
}
ready() { # PORT
  for _ in $(seq 300); do
    curl -s -f "http://127.0.0.1:$1/readyz" >/dev/null && return
    sleep 0.1
  done
  echo "no node at port $1" >&2
  exit 1
}
crowd() { # PORT NAME
  "$salient" load --url "http://127.0.0.1:$1" --games 200 --clients 32 --seconds "$seconds" --json >"$dir/$2.json"
}
measure() { # PORT PORT: actions a second of both crowds
  crowd "$1" a & a=$!
  crowd "$2" b & b=$!
  wait $a
  wait $b
  node -e 'const n = process.argv.slice(1).map(f => JSON.parse(require("fs").readFileSync(f))); console.log(Math.round(n.reduce((s, d) => s + d.per_second, 0)))' "$dir/a.json" "$dir/b.json"
}
"$SALIENT_POSTGRES_BIN/createdb" -h "$SALIENT_POSTGRES" -U salient one
"$SALIENT_POSTGRES_BIN/createdb" -h "$SALIENT_POSTGRES" -U salient two
start 21943 "postgresql:///one?host=$SALIENT_POSTGRES&user=salient"
start 22943 "postgresql:///two?host=$SALIENT_POSTGRES&user=salient" --node one
ready 22943
start 23943 "postgresql:///two?host=$SALIENT_POSTGRES&user=salient" --node two
ready 21943
ready 23943
one=0 two=0
for turn in $(seq "$turns"); do
  n=$(measure 21943 21943) m=$(measure 22943 23943)
  echo "turn $turn: one node $n, two nodes $m actions a second"
  one=$((one + n)) two=$((two + m))
done
echo "together: one node $((one / turns)), two nodes $((two / turns)) actions a second"
[ "$two" -ge "$one" ]
