import { pickCountOf } from '@outlast/views/reveal'
import { participantsOf, standingsOf, takesPartInWeek } from '@outlast/views/standings'
import type { SeasonEntry, SeasonView, SeasonWeek, WeekEntry, WeekInfo, WeekView } from '@outlast/contract/live/wire'
import { enteredWeekAlive } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { pickCounts } from '../picks/pick-counts.ts'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'
import { VISITOR } from '../picks/viewer.ts'
import { gamesOf, weekInfo } from '../schedule/weeks.ts'
import { seasonView } from '../standings/season-view.ts'
import { query } from '../tables/query.ts'

/** Reads topic `week:<id>`. Returns `undefined` when there is no such week. */
export async function weekView(db: QueryExecutorProvider, weekId: number): Promise<WeekView | undefined> {
  const week = await weekInfo(db, weekId)
  return week === undefined ? undefined : weekViewInSeason(db, week, await seasonView(db, week.season_year))
}

/** Reads a week's view when its season's view has been read already. */
export async function weekViewInSeason(db: QueryExecutorProvider, week: WeekInfo, season: SeasonView): Promise<WeekView> {
  const entries = await readEntries(db, week, season, participantsIn(season))
  // Saves PostgreSQL the plan of the view of standings: 60 ms and more in the second of the lock.
  const pickCount = week.is_locked ? pickCountOf(entries) : ((await pickCounts(db, [week.id])).get(week.id) ?? 0)
  return { week, pick_count: pickCount, games: await gamesOf(db, week.id), entries }
}

/** Reads the rows of a week's view, of all entries or some. Entries that are not in the week are left out. */
export async function weekEntries(
  db: QueryExecutorProvider,
  weekId: number,
  entryIds?: readonly number[],
): Promise<readonly WeekEntry[]> {
  const week = await weekInfo(db, weekId)
  if (week === undefined) return []
  const season = await seasonView(db, week.season_year, entryIds)
  const isParticipant = entryIds === undefined ? participantsIn(season) : await participantsAmong(db, season)
  return readEntries(db, week, season, isParticipant, entryIds)
}

/** An entry, and whether it went into a week alive. */
export interface RosterEntry {
  readonly id: number
  readonly name: string
  /** Whether it went into the week alive, by the current results, and takes part in the season: it is listed if it has a pick. */
  readonly isAlive: boolean
  /** Whether it also takes part in the week, so that it is listed without a pick too. */
  readonly isIn: boolean
}

/** Returns every entry by name and whether it takes part in a week. */
export async function roster(
  db: QueryExecutorProvider,
  week: Pick<WeekInfo, 'id' | 'season_year' | 'week_number'>,
): Promise<readonly RosterEntry[]> {
  const season = await seasonView(db, week.season_year)
  return rosterInSeason(week, season, participantsIn(season))
}

type Participants = (entry: SeasonEntry) => boolean

/** Returns which entries take part in a season that is given whole. */
function participantsIn(season: SeasonView): Participants {
  if (isEveryEntryEarly(season)) return () => true
  const participants = new Set(participantsOf(season))
  return (entry) => participants.has(entry)
}

/** Returns which entries take part in a season of which only they are given: the database knows which week decided it. */
async function participantsAmong(db: QueryExecutorProvider, season: SeasonView): Promise<Participants> {
  if (isEveryEntryEarly(season)) return () => true
  const deciding = await readDecidingWeek(db, season)
  return (entry) => deciding === undefined || takesPartInWeek(entry, deciding)
}

/** Whether every entry joined before any week could have decided the season. */
function isEveryEntryEarly({ weeks, entries }: SeasonView): boolean {
  return weeks.every(
    (week) =>
      (!week.is_complete || entries.every((entry) => entry.created_position < (week.first_lock_position ?? 0))) &&
      entries.every((entry) => entry.created_position < (week.split_vote?.closed?.position ?? Infinity)),
  )
}

function rosterInSeason(
  week: Pick<WeekInfo, 'id' | 'week_number'>,
  season: SeasonView,
  isParticipant: Participants,
): readonly RosterEntry[] {
  const standings = standingsOf(season)
  const own = season.weeks.find(({ id }) => id === week.id)
  return season.entries.map((entry) => {
    const standing = standings.get(entry.id)
    const isAlive = standing !== undefined && enteredWeekAlive(standing, week.week_number)
    const isAliveIn = isAlive && isParticipant(entry)
    return {
      id: entry.id,
      name: entry.name,
      isIn: isAliveIn && (own === undefined || takesPartInWeek(entry, own)),
      isAlive: isAliveIn,
    }
  })
}

async function readEntries(
  db: QueryExecutorProvider,
  week: WeekInfo,
  season: SeasonView,
  isParticipant: Participants,
  entryIds?: readonly number[],
): Promise<readonly WeekEntry[]> {
  const picks = await visiblePicks(db, VISITOR, { weekIds: [week.id], entryIds })
  const byEntry = Map.groupBy(picks, (pick): number => pick.entryId)
  const rows: WeekEntry[] = []
  for (const entry of rosterInSeason(week, season, isParticipant)) {
    if (entryIds?.includes(entry.id) === false) continue
    const own = byEntry.get(entry.id) ?? []
    if (entry.isIn || (entry.isAlive && own.some(({ team }) => team !== null))) rows.push(toWeekEntry(entry, own))
  }
  return rows
}

/** Maps an entry, and its picks as far as the viewer may see them, in the order of their slots, to a row of the week. */
export function toWeekEntry({ id, name }: Pick<RosterEntry, 'id' | 'name'>, picks: readonly VisiblePick[]): WeekEntry {
  const [first, ...more] = picks.flatMap((pick) =>
    pick.team === null ? [] : [{ slot: pick.slot, team: pick.team, is_override: pick.isOverride, is_auto: pick.isAuto }],
  )
  if (first === undefined) return { id, name, team: null, is_override: false, is_auto: false }
  const { slot, ...shown } = first
  return { id, name, ...shown, ...(more.length > 0 && { more }), ...(slot > 1 && { slot }) }
}

/** Returns the week that decided the season. Entries that take no part in it take none in the season (docs/rules.md §6). */
async function readDecidingWeek(db: QueryExecutorProvider, season: SeasonView): Promise<SeasonWeek | undefined> {
  const decided = await query(db)
    .selectFrom('projections.decided_seasons')
    .select(['week_id', 'locked_position', 'first_lock_position', 'played_lock_position'])
    .where('season_year', '=', season.season_year)
    .executeTakeFirst()
  const week = season.weeks.find(({ id }) => id === decided?.week_id)
  if (week === undefined || decided === undefined) return undefined
  const { locked_position: lock_position, first_lock_position, played_lock_position } = decided
  return { ...week, lock_position, first_lock_position: first_lock_position ?? lock_position, played_lock_position }
}
