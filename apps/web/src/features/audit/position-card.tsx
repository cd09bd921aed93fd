import { weekLabel } from '@outlast/domain/rules'
import type { AuditAt } from '@outlast/contract'
import { leaderboardOf } from '@outlast/views'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { easternTime, preciseTime } from '../../clock/format.ts'
import { DataTable, type Column } from '../../ui/table/data-table.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
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
    cell: (row) => (row.eliminated_week === null ? 'Alive' : `Week ${weekLabel(row.eliminated_week)}`),
    width: 110,
  },
]

const keyOf = (row: Row): number => row.entry_id

interface PositionCardProps {
  readonly position: number
  /** The last position of the log, as far as it is known. */
  readonly last: number | undefined
  readonly onShow: (position: number) => void
  readonly onClose: () => void
}

/** The pool after an event, limited to what everyone may see. */
export function PositionCard({ position, last, onShow, onClose }: PositionCardProps): ReactNode {
  const anchor = useRef<HTMLDivElement>(null)
  // The list that was clicked may be far below the card.
  useEffect(() => {
    // In a block, because newer browsers return a promise, which React would take for a cleanup function.
    anchor.current?.scrollIntoView({ block: 'start' })
  }, [position])
  return (
    <div ref={anchor} className={styles.positionCard}>
      <Card
        title={`The pool after event #${position}`}
        actions={
          <div className="wrap">
            <Button variant="secondary" size="small" disabled={position <= 1} onClick={() => onShow(position - 1)}>
              Previous event
            </Button>
            <Button
              variant="secondary"
              size="small"
              disabled={last !== undefined && position >= last}
              onClick={() => onShow(position + 1)}
            >
              Next event
            </Button>
            <Button variant="secondary" size="small" onClick={onClose}>
              Back to now
            </Button>
          </div>
        }
      >
        <PoolAt key={position} position={position} />
      </Card>
    </div>
  )
}

function PoolAt({ position }: { readonly position: number }): ReactNode {
  const fetch = useCallback(() => api.call('auditAt', { params: { position } }), [position])
  const { data, error } = useQuery(fetch, 'Failed to load the pool at that position')
  if (error !== null) return <ErrorBox message={error} />
  return data === undefined ? <Skeleton height={240} /> : <PoolSummary at={data} />
}

function PoolSummary({ at }: { readonly at: AuditAt }): ReactNode {
  const { current_week: week, entries, alive, out, recorded_at, site_time, matrix } = at
  return (
    <>
      <p>
        Recorded {preciseTime(recorded_at)}; site time {easternTime(site_time)}.{' '}
        {week === null
          ? 'There was no week yet.'
          : `It was week ${weekLabel(week.week_number)} of ${week.season_year}, ${week.is_locked ? 'locked' : 'open'}.`}
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
        <DataTable
          label="Standings at that point"
          rows={leaderboardOf(matrix)}
          columns={COLUMNS}
          rowKey={keyOf}
          maxHeight={320}
        />
      )}
    </>
  )
}
