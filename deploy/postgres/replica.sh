#!/bin/bash
# Starts the replica. It copies the primary if its data folder is empty, and then follows it. To promote the replica: pg_ctl promote -D "$PGDATA".
set -euo pipefail

export PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host postgres --username replicator --pgdata "$PGDATA" --write-recovery-conf --wal-method stream --checkpoint fast
fi
exec postgres -D "$PGDATA" -c hot_standby=on
