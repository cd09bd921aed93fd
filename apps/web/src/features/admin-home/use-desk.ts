import type { AdminEntry } from '@outlast/contract'
import { type PoolView, seasonTopic, type SeasonView, weekTopic, type WeekView } from '@outlast/contract/live'
import { useMemo } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { toAdminEntries } from '../../desk/roster-entries.ts'
import { picksByEntry } from '../../desk/slots.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { hasPublicTeamLeft } from './public-team-left.ts'
import { type Moment, momentOf } from './moment.ts'

const MINUTE_MS = 60_000

/** The current week with all that the desk says of it. */
export interface CurrentWeek {
  readonly pool: PoolView
  readonly season: SeasonView
  readonly view: WeekView
  /** The entries of the season that are still in. */
  readonly alive: readonly AdminEntry[]
  /** Those of them that lack a pick; empty once the week has locked. */
  readonly missing: readonly AdminEntry[]
  /** Those of {@link missing} that have no team left, as everybody knows: what hidden picks use does not count. */
  readonly withoutTeam: ReadonlySet<number>
  /** How many picks each entry has in the open week. */
  readonly picked: ReadonlyMap<number, number>
}

/** What the desk is about. `current` is null in a pool without weeks. */
export interface Desk {
  readonly moment: Moment
  readonly current: CurrentWeek | null
}

/** Watches everything that the desk is about; undefined until all of it has arrived. */
export function useDesk(): Desk | undefined {
  const pool = viewOf(useTopic('pool'))
  const admin = viewOf(useTopic('admin'))
  const info = pool?.weeks.find(({ id }) => id === pool.current_week_id)
  const season = viewOf(useTopic(info === undefined ? null : seasonTopic(info.season_year)))
  const view = viewOf(useTopic(info === undefined ? null : weekTopic(info.id)))
  const now = useSiteNow(MINUTE_MS)
  const current = useMemo((): CurrentWeek | undefined => {
    if (pool === undefined || admin === undefined || season === undefined || view === undefined) return undefined
    const alive = toAdminEntries(admin.entries, season, pool.season_starts).filter(
      (entry) => entry.takes_part && entry.eliminated_week === null,
    )
    const picked = picksByEntry(admin.picked[view.week.id])
    const { is_locked: isLocked, picks = 1 } = view.week
    const missing = isLocked ? [] : alive.filter(({ id }) => (picked.get(id) ?? 0) < picks)
    const withoutTeam = new Set(missing.flatMap(({ id }) => (hasPublicTeamLeft(id, pool, season, view, now) ? [] : [id])))
    return { pool, season, view, alive, missing, withoutTeam, picked }
  }, [pool, admin, season, view, now])
  if (pool === undefined || admin === undefined) return undefined
  if (info === undefined) return { moment: momentOf({ week: null, season: null, now }), current: null }
  return current && { moment: momentOf({ week: current.view, season: current.season, now }), current }
}
