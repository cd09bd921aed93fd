#!/bin/sh
# Boots systemd as the first process of namespaces of its own, on a layer over this machine's files that is in memory:
# machine.sh <folder>. The folder has `upper`, with files to add. Only the loopback network is there.
set -eu
folder=$1
mount --make-rprivate /
mkdir -p "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
cd "$folder/root"
mount -t proc proc proc
for place in run tmp dev/shm; do
  [ "$place" != dev/shm ] || mount --rbind /dev dev
  mount -t tmpfs tmpfs "$place"
done
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
ip link set lo up
pivot_root . mnt
umount -l /mnt
export container=outlast-test
exec /lib/systemd/systemd --system --unit=multi-user.target --log-target=null --show-status=0
