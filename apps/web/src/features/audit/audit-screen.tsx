import { type LiveState, userTopic, weekTopic } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Section } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { useSession } from '../../session/session.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import styles from './audit.module.css'
import { FilterBar } from './filter-bar.tsx'
import { idIn, nothingFound, parseFilters, withParam } from './filters.ts'
import { HeadCard } from './head-card.tsx'
import { useFilterNames } from './name-filter.tsx'
import { PositionCard } from './position-card.tsx'
import { TrailList } from './trail-list.tsx'
import { useTrail } from './use-trail.ts'
import { VerifyCard } from './verify-card.tsx'

const fetchHead = () => api.call('auditHead')

const VISIBILITY = {
  visitor: 'You see what is public. Sign in to see your own hidden picks and payments too.',
  member: 'You see what is public and your own events.',
  admin: 'You see everything except the teams of hidden picks.',
} as const

/** Shows every event of the pool's log as a sentence, and verifies locked weeks. */
export function AuditScreen(): ReactNode {
  const session = useSession()
  const [search, setSearch] = useSearchParams()
  const pool = useTopic('pool')
  const weeks = viewOf(pool)?.weeks ?? []
  const filters = parseFilters(search)
  const trail = useTrail(filters)
  const names = useFilterNames(weeks[0]?.season_year)
  const nameOf = (by: 'entry' | 'actor', id: number | undefined) => names.find((one) => one.by === by && one.id === id)?.name
  const entryName = nameOf('entry', filters.entryId)
  const actorName = nameOf('actor', filters.actorId) ?? trail.lines.find(({ actor }) => actor.id === filters.actorId)?.actor.name
  const chosen = {
    entry: entryName === undefined ? `entry ${filters.entryId}` : `“${entryName}”`,
    actor: actorName ?? `account ${filters.actorId}`,
  }
  const version = useVisibleVersion(viewOf(pool)?.current_week_id ?? null)
  // The list starts with everything that happened before the page opened.
  const [listedVersion, setListedVersion] = useState(0)
  if (listedVersion === 0 && version > 0) setListedVersion(version)
  const setFilter = (name: string, value: string | number | undefined): void =>
    setSearch(withParam(search, name, value), { replace: true })
  const showNewEvents = (): void => {
    setListedVersion(version)
    void trail.loadNewer()
  }
  const position = idIn(search, 'at')
  const { data: head } = useQuery(fetchHead, 'Failed to load the audit trail', version)
  const role = session.status !== 'signed-in' ? 'visitor' : session.user.is_admin ? 'admin' : 'member'
  return (
    <>
      <PageHeader
        title="Audit"
        help="proofs"
        lead={`Everything that ever happened in this pool, in order and never rewritten. ${VISIBILITY[role]}`}
      />
      <div className={`stack4 ${styles.proofs}`}>
        <VerifyCard weeks={weeks} />
        <HeadCard version={version} onShowNew={version !== listedVersion && trail.lines.length > 0 ? showNewEvents : undefined} />
      </div>
      {position !== undefined && (
        <PositionCard
          position={position}
          last={head?.position}
          onShow={(next) => setFilter('at', next)}
          onClose={() => setFilter('at', undefined)}
        />
      )}
      <Section title="The trail" className={styles.trail}>
        <FilterBar filters={filters} weeks={weeks} names={names} chosen={chosen} setFilter={setFilter} />
        <TrailList trail={trail} nothing={nothingFound(filters, chosen)} setFilter={setFilter} />
      </Section>
    </>
  )
}

/** Returns a number that grows with each event that the viewer may see; 0 until the live views are loaded. */
function useVisibleVersion(weekId: number | null): number {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : undefined
  const pool = useTopic('pool')
  const week = useTopic(weekId === null ? null : weekTopic(weekId))
  const own = useTopic(user === undefined ? null : user.is_admin ? 'admin' : userTopic(user.id))
  const watched: LiveState<unknown>[] = [pool, ...(weekId === null ? [] : [week]), ...(user === undefined ? [] : [own])]
  const versions = watched.map((state) => ('version' in state ? state.version : 0))
  // Waits for all views, so that the one that loads last does not look like a new event.
  return versions.includes(0) ? 0 : Math.max(...versions)
}
