#!/bin/bash
# The replica: copies the primary when it has nothing yet, then follows it. To promote it: pg_ctl promote -D "$PGDATA".
set -euo pipefail

export PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host postgres --username replicator --pgdata "$PGDATA" --write-recovery-conf --wal-method stream --checkpoint fast
fi
exec postgres -D "$PGDATA" -c hot_standby=on
