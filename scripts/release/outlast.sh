#!/bin/sh
# Runs Outlast: ./outlast start, or ./outlast --help. The shell becomes Node.js, so that no launcher stays in memory.

self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
here=$(cd "${self%/*}" && pwd -P) || exit 1

# Messages name a command as it was called here.
case $0 in
  "$(command -v outlast)") OUTLAST_PROGRAM=outlast ;;
  *) OUTLAST_PROGRAM=$0 ;;
esac
export OUTLAST_PROGRAM

# The release's own Node.js, if it had to install one, or else the one of this machine.
if [ -x "$here/platform/node/node" ]; then
  node=$here/platform/node/node
elif command -v node >/dev/null; then
  node=node
else
  echo "Outlast needs Node.js 22.15 or newer: install it, so that the command node is found." >&2
  exit 1
fi

# A request's objects live until its commit, so a larger young generation saves copying them, where there is memory for it.
megabytes=2048
if [ -r /proc/meminfo ]; then
  read -r _ kilobytes _ </proc/meminfo
  megabytes=$((kilobytes / 1024))
fi
if [ -r /sys/fs/cgroup/memory.max ]; then
  read -r limit </sys/fs/cgroup/memory.max
  case $limit in
    *[!0-9]*) ;;
    *) [ $((limit / 1048576)) -lt "$megabytes" ] && megabytes=$((limit / 1048576)) ;;
  esac
fi
young=32
[ "$megabytes" -lt 1000 ] && young=4

exec "$node" --max-semi-space-size=$young "$here/outlast.mjs" "$@"
