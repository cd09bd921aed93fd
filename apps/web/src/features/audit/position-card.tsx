import type { AuditAt } from '@outlast/contract'
import { leaderboardOf } from '@outlast/contract/live'
import { type ReactNode, useEffect, useState } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { easternTime, preciseTime } from '../../clock/format.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { DataTable, type Column } from '../../components/data-table/data-table.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import styles from './audit.module.css'

type Row = ReturnType<typeof leaderboardOf>[number]

const COLUMNS: readonly Column<Row>[] = [
  { key: 'rank', header: 'Rank', cell: (row) => row.rank, align: 'end', width: 64 },
  { key: 'entry', header: 'Entry', cell: (row) => row.entry },
  { key: 'wins', header: 'Wins', cell: (row) => row.wins, align: 'end', width: 72 },
  { key: 'losses', header: 'Losses', cell: (row) => row.losses, align: 'end', width: 80 },
  {
    key: 'out',
    header: 'Eliminated',
    cell: (row) => (row.eliminated_week === null ? 'Alive' : `Week ${row.eliminated_week}`),
    width: 110,
  },
]

const keyOf = (row: Row): number => row.entry_id

interface PositionCardProps {
  readonly position: number
  readonly onClose: () => void
}

/** The pool as it stood after an event, as far as everybody may see it. */
export function PositionCard({ position, onClose }: PositionCardProps): ReactNode {
  const [then, setThen] = useState<{ readonly of: number; readonly at?: AuditAt; readonly error?: string }>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    api.call('auditAt', { params: { position } }).then(
      (at) => gone || setThen({ of: position, at }),
      (failure: unknown) =>
        gone || setThen({ of: position, error: errorMessage(failure, 'Failed to load the pool at that position') }),
    )
    return () => {
      gone = true
    }
  }, [position, tries])
  const current = then?.of === position ? then : undefined
  return (
    <Card
      title={`The pool after event #${position}`}
      actions={
        <Button variant="secondary" size="small" onClick={onClose}>
          Back to now
        </Button>
      }
    >
      {current === undefined && <Skeleton height={240} />}
      {current?.error !== undefined && <ErrorBox message={current.error} onRetry={() => setTries(tries + 1)} />}
      {current?.at !== undefined && <Then at={current.at} />}
    </Card>
  )
}

function Then({ at }: { readonly at: AuditAt }): ReactNode {
  const { current_week: week, entries, alive, out, recorded_at, site_time, matrix } = at
  return (
    <>
      <p>
        Recorded {preciseTime(recorded_at)}; site time {easternTime(site_time)}.{' '}
        {week === null
          ? 'There was no week yet.'
          : `It was week ${week.week_number} of ${week.season_year}, ${week.is_locked ? 'locked' : 'open'}.`}
      </p>
      <dl className={styles.counts}>
        <div>
          <dt>Entries</dt>
          <dd>{entries}</dd>
        </div>
        <div>
          <dt>Alive</dt>
          <dd>{alive}</dd>
        </div>
        <div>
          <dt>Out</dt>
          <dd>{out}</dd>
        </div>
      </dl>
      {matrix.entries.length > 0 && (
        <DataTable label="Standings then" rows={leaderboardOf(matrix)} columns={COLUMNS} rowKey={keyOf} maxHeight={320} />
      )}
    </>
  )
}
