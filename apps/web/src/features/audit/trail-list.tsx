import type { AuditLine } from '@outlast/contract'
import type { ReactNode } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { preciseTime } from '../../clock/format.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import styles from './audit.module.css'
import { KINDS } from './filters.ts'
import type { useTrail } from './use-trail.ts'

interface TrailListProps {
  readonly trail: ReturnType<typeof useTrail>
  readonly narrow: (name: 'entry' | 'actor', id: number) => void
  readonly lookAt: (position: number) => void
}

/** The trail, windowed: it reads on when somebody scrolls to where it ends. */
export function TrailList({ trail, narrow, lookAt }: TrailListProps): ReactNode {
  const { status, lines, error, more, retry } = trail
  if (lines.length === 0) {
    if (status === 'failed') return <ErrorBox message={error} onRetry={retry} />
    if (status === 'loading') return <Skeleton height={480} />
    return (
      <EmptyState title="Nothing on record">No event of the log fits what you look for, as far as you may see it.</EmptyState>
    )
  }
  return (
    <>
      <Virtuoso
        useWindowScroll
        data={lines}
        computeItemKey={(_, line) => line.position}
        itemContent={(_, line) => <AuditLineItem line={line} narrow={narrow} lookAt={lookAt} />}
        endReached={more}
        increaseViewportBy={400}
      />
      {status === 'failed' && <ErrorBox message={error} onRetry={retry} />}
      {status === 'loading' && <Skeleton lines={2} />}
    </>
  )
}

interface AuditLineItemProps {
  readonly line: AuditLine
  readonly narrow: (name: 'entry' | 'actor', id: number) => void
  readonly lookAt: (position: number) => void
}

const ROLES = { member: 'member', admin: 'admin', visitor: 'visitor', system: 'the pool itself' } as const

/** An event of the log as a sentence, with where it stands and what it leads to. */
export function AuditLineItem({ line, narrow, lookAt }: AuditLineItemProps): ReactNode {
  const { position, sentence, reason, kind, actor, entry_id, recorded_at } = line
  return (
    <article className={styles.line} aria-label={`Event ${position}`}>
      <p className={styles.sentence}>{sentence}</p>
      {reason !== null && <p className={styles.reason}>Reason: “{reason}”</p>}
      <p className={styles.facts}>
        <span className={styles.position}>#{position}</span>
        <time dateTime={recorded_at}>{preciseTime(recorded_at)}</time>
        <Badge>{KINDS.find(({ value }) => value === kind)?.label ?? kind}</Badge>
        {actor.id === null ? (
          <span>by {ROLES[actor.role]}</span>
        ) : (
          <button type="button" className={styles.link} onClick={() => actor.id !== null && narrow('actor', actor.id)}>
            by {actor.name ?? 'a deleted account'} ({ROLES[actor.role]})
          </button>
        )}
        {entry_id !== null && (
          <button type="button" className={styles.link} onClick={() => narrow('entry', entry_id)}>
            entry {entry_id}
          </button>
        )}
        <button type="button" className={styles.link} onClick={() => lookAt(position)}>
          the pool then
        </button>
      </p>
    </article>
  )
}
