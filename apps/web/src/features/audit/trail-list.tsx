import type { AuditLine } from '@outlast/contract'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { preciseTime } from '../../clock/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import styles from './audit.module.css'
import { KINDS } from './filters.ts'
import { withLocalTimes } from '../../clock/local-times.ts'
import type { TrailReader } from './use-trail.ts'

interface TrailListProps {
  readonly trail: TrailReader
  /** What is said when nothing was found. */
  readonly nothing: string
  readonly setFilter: (name: 'entry' | 'actor' | 'at', value: number) => void
}

/** The events as a windowed list that loads more as the viewer scrolls. */
export function TrailList({ trail, nothing, setFilter }: TrailListProps): ReactNode {
  const { status, lines, error, loadMore, retry } = trail
  const columns = useMemo(() => columnsOf(setFilter), [setFilter])
  if (lines.length === 0) {
    if (status === 'failed') return <ErrorBox message={error} onRetry={retry} />
    if (status === 'loading') return <Skeleton height={480} />
    return <EmptyState title="No events found">{nothing}</EmptyState>
  }
  return (
    <>
      <DataTable
        label="Events"
        rows={lines}
        columns={columns}
        rowKey={positionOf}
        rowLabel={rowLabel}
        maxHeight="page"
        stacksBelow={1000}
        onEnd={loadMore}
      />
      {status === 'failed' && <ErrorBox message={error} onRetry={retry} />}
      {status === 'loading' && <Skeleton lines={2} />}
    </>
  )
}

const positionOf = ({ position }: AuditLine): number => position
const rowLabel = ({ position }: AuditLine): string => `Event ${position}`

const ROLE_LABELS = {
  member: 'member',
  admin: 'admin',
  treasurer: 'treasurer',
  scorekeeper: 'scorekeeper',
  helper: 'helper',
  proxy: 'proxy',
  visitor: 'visitor',
  system: 'the pool itself',
} as const

/** An event as a sentence, with its actor, links that filter, and its position. */
const columnsOf = (setFilter: TrailListProps['setFilter']): readonly Column<AuditLine>[] => [
  { key: 'event', header: 'Event', width: 260, grow: 1, place: 'full', cell: sentenceOf },
  {
    key: 'kind',
    header: 'Kind',
    width: 88,
    place: 'half',
    cell: ({ kind }) => <Badge>{KINDS.find(({ value }) => value === kind)?.label ?? kind}</Badge>,
  },
  {
    key: 'actor',
    header: 'By',
    width: 150,
    place: 'half',
    cell: ({ actor: { id, name, role } }) =>
      id === null ? (
        `by ${ROLE_LABELS[role]}`
      ) : (
        <button type="button" className={styles.link} onClick={() => setFilter('actor', id)}>
          by {name ?? 'a deleted account'} ({ROLE_LABELS[role]})
        </button>
      ),
  },
  {
    key: 'time',
    header: 'Recorded',
    width: 124,
    place: 'half',
    cell: ({ recorded_at: at }) => (
      <time className={styles.when} dateTime={at}>
        {preciseTime(at)}
      </time>
    ),
  },
  {
    key: 'position',
    header: '#',
    width: 56,
    place: 'half',
    cell: ({ position }) => <span className={`display ${styles.position}`}>#{position}</span>,
  },
  {
    key: 'links',
    header: '',
    headerLabel: 'Show',
    width: 128,
    place: 'full',
    cell: ({ entry_id, position }) => (
      <span className={styles.links}>
        {entry_id !== null && (
          <>
            <Link to={`/entry/${entry_id}`}>the entry’s page</Link>
            <button type="button" className={styles.link} onClick={() => setFilter('entry', entry_id)}>
              only this entry
            </button>
          </>
        )}
        <button type="button" className={styles.link} onClick={() => setFilter('at', position)}>
          pool at this point
        </button>
      </span>
    ),
  },
]

function sentenceOf({ sentence, reason }: AuditLine) {
  return (
    <span className={styles.sentence}>
      {withLocalTimes(sentence)}
      {reason !== null && <span className={styles.reason}>Reason: “{reason}”</span>}
    </span>
  )
}
