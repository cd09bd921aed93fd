import { type LiveState, userTopic, weekTopic } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { Section } from '../../components/ui/card.tsx'
import { useSession } from '../../session/session.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import styles from './audit.module.css'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf, idIn, withParam } from './filters.ts'
import { HeadCard } from './head-card.tsx'
import { PositionCard } from './position-card.tsx'
import { TrailList } from './trail-list.tsx'
import { useTrail } from './use-trail.ts'
import { VerifyCard } from './verify-card.tsx'

const WHO_SEES_WHAT = {
  visitor: 'You see what is public. Sign in to see your own hidden picks and payments too.',
  member: 'You see what is public, and what is your own.',
  admin: 'You see everything but the teams of hidden picks.',
} as const

/** The pool's log for people: every event a sentence, every week provable. */
export function AuditScreen(): ReactNode {
  const session = useSession()
  const [search, setSearch] = useSearchParams()
  const pool = useTopic('pool')
  const weeks = viewOf(pool)?.weeks ?? []
  const filters = filtersOf(search)
  const trail = useTrail(filters)
  const moved = useMoved(viewOf(pool)?.current_week_id ?? null)
  // What was there when the page opened is in the list already.
  const [seen, setSeen] = useState(0)
  if (seen === 0 && moved > 0) setSeen(moved)
  const set = (name: string, value: string | number | undefined): void =>
    setSearch(withParam(search, name, value), { replace: true, preventScrollReset: true })
  const catchUp = (): void => {
    setSeen(moved)
    void trail.fresh()
  }
  const position = idIn(search, 'at')
  const role = session.status !== 'signed-in' ? 'visitor' : session.user.is_admin ? 'admin' : 'member'
  return (
    <>
      <PageHeader
        title="Audit"
        lead={`Everything that ever happened in this pool, in order, and never rewritten. ${WHO_SEES_WHAT[role]}`}
      />
      <div className={styles.proofs}>
        <HeadCard moved={moved} onNews={moved !== seen && trail.lines.length > 0 ? catchUp : undefined} />
        <VerifyCard weeks={weeks} />
      </div>
      {position !== undefined && <PositionCard position={position} onClose={() => set('at', undefined)} />}
      <Section title="The trail" className={styles.trail}>
        <FilterBar filters={filters} weeks={weeks} set={set} />
        <TrailList trail={trail} narrow={set} lookAt={(at) => set('at', at)} />
      </Section>
    </>
  )
}

/** A number that grows when something happened that the viewer may know of; 0 until it is known. */
function useMoved(weekId: number | null): number {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : undefined
  const pool = useTopic('pool')
  const week = useTopic(weekId === null ? null : weekTopic(weekId))
  const own = useTopic(user === undefined ? null : user.is_admin ? 'admin' : userTopic(user.id))
  const watched: LiveState<unknown>[] = [pool, ...(weekId === null ? [] : [week]), ...(user === undefined ? [] : [own])]
  const versions = watched.map((state) => ('version' in state ? state.version : 0))
  // Views that merely come one after the other are no news.
  return versions.includes(0) ? 0 : Math.max(...versions)
}
