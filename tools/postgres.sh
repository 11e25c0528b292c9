#!/bin/sh
# postgres.sh COMMAND ..: a private PostgreSQL for as long as the command runs. It listens on a socket in a folder of its own and
# nowhere else; the folder is in SALIENT_POSTGRES, the programs are in SALIENT_POSTGRES_BIN, `$SALIENT_POSTGRES_CTL restart` restarts
# it, its superuser is `salient`. PostgreSQL refuses root, so under root it runs as the user postgres.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb 2>/dev/null || echo /nowhere/initdb)")
if [ ! -x "$bin/initdb" ]; then
  echo "postgres.sh: PostgreSQL is not installed (Debian: apt-get install postgresql libpq-dev)" >&2
  exit 2
fi
dir=$(mktemp -d /tmp/salient-pg-XXXXXX)
as=
if [ "$(id -u)" = 0 ]; then
  chown postgres "$dir"
  as='runuser -u postgres --'
fi
cd "$dir"
ctl="$as $bin/pg_ctl -D $dir/data -w -s -l $dir/log"
trap '$ctl -m immediate stop >/dev/null 2>&1 || true; cd /; rm -rf "$dir"' EXIT
$as "$bin/initdb" -D "$dir/data" -A trust -U salient -E UTF8 --locale=C >"$dir/initdb.log" 2>&1
printf "listen_addresses = ''\nunix_socket_directories = '%s'\nmax_connections = 60\n" "$dir" >>"$dir/data/postgresql.conf"
$ctl start
export SALIENT_POSTGRES="$dir" SALIENT_POSTGRES_BIN="$bin" SALIENT_POSTGRES_CTL="cd $dir && $ctl"
PATH=$PATH:/usr/sbin # where Debian has haproxy
SALIENT_PACKAGING=$root/packaging
export PATH SALIENT_PACKAGING
cd "$OLDPWD"
"$@"
