import type { AuditLine } from '@outlast/contract'
import type { ReactNode } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { preciseTime } from '../../clock/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
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
  if (lines.length === 0) {
    if (status === 'failed') return <ErrorBox message={error} onRetry={retry} />
    if (status === 'loading') return <Skeleton height={480} />
    return <EmptyState title="No events found">{nothing}</EmptyState>
  }
  return (
    <>
      <Virtuoso
        useWindowScroll
        data={lines}
        computeItemKey={(_, line) => line.position}
        itemContent={(_, line) => <AuditLineItem line={line} setFilter={setFilter} />}
        endReached={loadMore}
        increaseViewportBy={400}
      />
      {status === 'failed' && <ErrorBox message={error} onRetry={retry} />}
      {status === 'loading' && <Skeleton lines={2} />}
    </>
  )
}

interface AuditLineItemProps {
  readonly line: AuditLine
  readonly setFilter: (name: 'entry' | 'actor' | 'at', value: number) => void
}

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
function AuditLineItem({ line, setFilter }: AuditLineItemProps): ReactNode {
  const { position, sentence, reason, kind, actor, entry_id, recorded_at } = line
  return (
    <article className={styles.line} aria-label={`Event ${position}`}>
      <p className={styles.sentence}>{withLocalTimes(sentence)}</p>
      {reason !== null && <p className={styles.reason}>Reason: “{reason}”</p>}
      <p className={styles.facts}>
        <time dateTime={recorded_at}>{preciseTime(recorded_at)}</time>
        <Badge>{KINDS.find(({ value }) => value === kind)?.label ?? kind}</Badge>
        {actor.id === null ? (
          <span>by {ROLE_LABELS[actor.role]}</span>
        ) : (
          <button type="button" className={styles.link} onClick={() => actor.id !== null && setFilter('actor', actor.id)}>
            by {actor.name ?? 'a deleted account'} ({ROLE_LABELS[actor.role]})
          </button>
        )}
        {entry_id !== null && (
          <button type="button" className={styles.link} onClick={() => setFilter('entry', entry_id)}>
            only this entry
          </button>
        )}
        <button type="button" className={styles.link} onClick={() => setFilter('at', position)}>
          pool at this point
        </button>
        <span className={styles.position}>#{position}</span>
      </p>
    </article>
  )
}
