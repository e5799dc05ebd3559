#!/bin/sh
# Runs a program with the connection string of a PostgreSQL server that is started for it, in a folder of its own.
#   with_postgres.sh PROGRAM
set -eu
tools=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
folder=$(mktemp -d)
as=
if [ "$(id -u)" = 0 ]; then
  # It refuses to run as root.
  chown nobody "$folder"
  as="setpriv --reuid=nobody --regid=nogroup --clear-groups --"
fi
trap '$as "$tools/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
$as "$tools/initdb" -D "$folder/data" -A trust -U test --no-sync --no-locale -E UTF8 >"$folder.log" 2>&1 || { cat "$folder.log" >&2; exit 1; }
rm -f "$folder.log"
$as "$tools/pg_ctl" -D "$folder/data" -w -l "$folder/data/log" \
  -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off -c shared_buffers=1MB" start >/dev/null
"$1" "host=$folder user=test dbname=postgres"
