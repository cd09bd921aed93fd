#!/bin/sh
# Runs a release as an ordinary user in an empty root that contains only Node.js with npm, a shell and a few tools, and prints the time
# to ready and the memory of all its processes. Must be root, on Linux with glibc.
#   scripts/release/try.sh release/outlast-<version>.tgz
# LIMIT_MB=512 limits the memory with a cgroup, and COMMAND="demo --entries 300" runs that instead of start.
set -eu
PATH=$PATH:/usr/sbin:/sbin
archive=$1
command=${COMMAND:-start}
port=${PORT:-9899}
root=$(mktemp -d /tmp/outlast-try-XXXXXX)
group=
clean() {
  [ -z "${server:-}" ] || kill -INT "$server" 2>/dev/null || true
  wait 2>/dev/null || true
  umount "$root/proc" 2>/dev/null || true
  [ -z "$group" ] || rmdir "$group" 2>/dev/null || true
  rm -rf "$root"
}
trap clean EXIT

# The root: a program with the libraries that it is linked with, and the devices and files that programs expect.
program() {
  mkdir -p "$root$(dirname "$2")"
  cp -L "$1" "$root$2"
  ldd "$1" | grep -o '/[^ )]*' | while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    [ -e "$root$library" ] || cp -L "$library" "$root$library"
  done
}
node=$(command -v "${NODE:-node}")
program "$(readlink -f "$node")" /usr/bin/node
for tool in sh dirname readlink env id ps; do program "$(command -v $tool)" "/bin/$tool"; done
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$root/usr/lib/node_modules" "$root/dev" "$root/proc" "$root/tmp" "$root/etc/ssl" "$root/home/ada"
cp -rL "$npm" "$root/usr/lib/node_modules/npm"
for package in /usr/share/nodejs /usr/share/node_modules; do [ ! -e "$package" ] || { mkdir -p "$root$package"; cp -rL "$package/." "$root$package"; }; done
cp -rL /etc/ssl/certs "$root/etc/ssl/"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
# This machine's way to the registry.
[ ! -e "$HOME/.npmrc" ] || cp "$HOME/.npmrc" "$root/home/ada/.npmrc"
for file in /etc/npmrc /usr/etc/npmrc; do
  [ ! -e "$file" ] || { mkdir -p "$root$(dirname $file)"; cp -L "$file" "$root$file"; }
done
ca=${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS}
# All of the C library, of which every Linux has all.
for folder in /lib/x86_64-linux-gnu /lib/aarch64-linux-gnu; do
  for name in c dl m nss_dns nss_files pthread resolv rt util; do
    for library in "$folder/lib$name".so.*; do
      [ ! -e "$library" ] || { mkdir -p "$root$folder"; cp -L "$library" "$root$folder/"; }
    done
  done
done
echo 'ada:x:4242:4242::/home/ada:/bin/sh' >"$root/etc/passwd"
for device in null zero random urandom; do
  cp -a "/dev/$device" "$root/dev/$device"
done
chmod 1777 "$root/tmp"
chmod 755 "$root"
mount -t proc proc "$root/proc"
tar -xzf "$archive" -C "$root/home/ada"
chown -R 4242:4242 "$root/home/ada"
release=$(basename "$archive" .tgz)

if [ -n "${LIMIT_MB:-}" ]; then
  if [ -d /sys/fs/cgroup/memory ]; then group=/sys/fs/cgroup/memory/outlast-try-$$ file=memory.limit_in_bytes
  else group=/sys/fs/cgroup/outlast-try-$$ file=memory.max; fi
  mkdir "$group"
  echo $((LIMIT_MB * 1048576)) >"$group/$file"
fi

cat >"$root/run" <<END
#!/bin/sh
cd /home/ada/$release && exec ./outlast "\$@"
END
chmod 755 "$root/run"
# The shell that starts it moves itself into the group, if there is one, and everything it becomes stays there.
run() {
  exec chroot --userspec=4242:4242 "$root" /bin/env -i PATH=/usr/bin:/bin HOME=/home/ada PORT="$port" ${ca:-} /run "$@"
}
limited() {
  [ -z "$group" ] || sh -c 'echo $PPID' >"$group/cgroup.procs"
  run "$@"
}
now() { date +%s%3N; }
measure() {
  begun=$(now)
  (limited $command) >"$root/out" 2>&1 &
  server=$!
  until curl -sf "http://127.0.0.1:$port/readyz" >/dev/null; do
    kill -0 "$server" 2>/dev/null || { cat "$root/out"; exit 1; }
    sleep 0.02
  done
  echo "$1: ready after $(($(now) - begun)) ms"
  sleep "${IDLE_SECONDS:-15}"
  total=0
  for status in /proc/[0-9]*/status; do
    grep -q '^Uid:.4242' "$status" 2>/dev/null || continue
    pss=$(awk '/^Pss:/ { print $2 }' "$(dirname "$status")/smaps_rollup" 2>/dev/null || echo 0)
    total=$((total + ${pss:-0}))
  done
  echo "$1: $((total / 1024)) MB of memory in all its processes (PSS), idle"
  [ -z "$group" ] || echo "$1: $(cat "$group"/memory.max_usage_in_bytes "$group"/memory.peak 2>/dev/null | awk '{ print int($1 / 1048576) }') MB at most, with a limit of $LIMIT_MB MB; $(cat "$group"/memory.failcnt 2>/dev/null || echo 0) refusals"
  kill -INT "$server"
  wait "$server" || echo "$1: exited with $?"
  server=
}

begun=$(now)
(run install)
echo "install: $(($(now) - begun)) ms"
measure 'first start, which creates the database'
[ "$command" != start ] || measure 'second start'
