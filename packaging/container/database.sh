#!/bin/sh
# The database of compose.yaml. The first start makes it, beside its place: one that was cut off is made again.
set -eu
PATH=/usr/lib/postgresql/15/bin:$PATH
if [ ! -d /data/games ]; then
  rm -rf /data/making
  initdb -D /data/making -U salient -A peer -E UTF8 --locale=C
  echo 'CREATE DATABASE games' | postgres --single -D /data/making postgres
  sync
  mv /data/making /data/games
fi
# a node that waits tries its lock every moment and lets go of what it did not get: those warnings are no news
exec postgres -D /data/games -c listen_addresses= -c unix_socket_directories=/run/database \
  -c log_min_messages=error -c client_min_messages=error
