import type { AuditLine } from '@outlast/contract'
import type { ReactNode } from 'react'
import { preciseTime } from '../../clock/format.ts'
import { Badge } from '../../components/ui/badge.tsx'
import styles from './audit.module.css'
import { KINDS } from './filters.ts'

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
