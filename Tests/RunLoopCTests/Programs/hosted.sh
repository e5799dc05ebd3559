#!/bin/sh
# Compiles an adapter of Sources/Examples/Hosts and runs the main actor in it, on an X server of its own where it needs one.
#   hosted.sh HOSTS-FOLDER PROGRAM FILE MODULE hops|idle COUNT
# With `idle`, prints for each line that the program prints how many system calls its main thread returned from since the
# line before; without strace, or where it may not trace, nothing.
set -eu
hosts=$1 program=$2 file=$3 module=$4 what=$5 count=$6
folder=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server"; fi; rm -rf "$folder"' EXIT

compiler=cc
if [ "${file%.cpp}" != "$file" ]; then compiler=c++; fi
flags= libraries=
if [ "$module" != - ]; then
  # Other people's headers are not held to it.
  flags=$(pkg-config --cflags "$module" | sed 's/-I/-isystem /g')
  libraries=$(pkg-config --libs "$module")
  mkfifo "$folder/display"
  Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>"$folder/display" >/dev/null 2>&1 &
  server=$!
  read -r number <"$folder/display"
  export DISPLAY=":$number" GDK_BACKEND=x11 GSK_RENDERER=cairo QT_QPA_PLATFORM=xcb SDL_VIDEODRIVER=x11 XDG_RUNTIME_DIR="$folder"
  export GTK_A11Y=none NO_AT_BRIDGE=1 DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent GSETTINGS_BACKEND=memory
fi
# shellcheck disable=SC2086
$compiler -shared -fPIC -O1 -Wall -Wextra -Werror $flags "$hosts/$file" -o "$folder/host.so" $libraries

if [ "$what" = hops ]; then
  timeout 280 "$program" "$folder/host.so" hops "$count" 2>/dev/null
elif command -v strace >/dev/null && strace -f -o /dev/null true 2>/dev/null; then
  timeout 280 strace -f -qq -o "$folder/calls" "$program" "$folder/host.so" idle "$count" >/dev/null 2>&1
  awk 'NR == 1 { main = $1 }
    $3 ~ /"window/ || $2 ~ /write.1,/ && /"window/ { print calls + 0; calls = 0; next }
    $1 == main { calls++ }' "$folder/calls"
fi
