import { standingsOf } from '@outlast/contract/live/derive/standings'
import type { WeekEntry, WeekInfo, WeekView } from '@outlast/contract/live/wire'
import { enteredWeekAlive } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { pickCounts } from '../picks/pick-counts.ts'
import { visiblePicks } from '../picks/visible-picks.ts'
import { VISITOR } from '../picks/viewer.ts'
import { LIVE } from '../tables/rows.ts'
import { partOfSeason } from '../standings/season-view.ts'
import { gamesOf, weekInfo } from '../schedule/weeks.ts'

/** Topic `week:<id>`; undefined when there is no such week. */
export async function weekView(db: QueryExecutorProvider, weekId: number): Promise<WeekView | undefined> {
  const week = await weekInfo(db, weekId)
  if (week === undefined) return undefined
  const counts = await pickCounts(db, [weekId])
  return { week, pick_count: counts.get(weekId) ?? 0, games: await gamesOf(db, weekId), entries: await readEntries(db, week) }
}

/** Rows of a week's view; those of the given entries that are not in it are left out. */
export async function weekEntries(
  db: QueryExecutorProvider,
  weekId: number,
  entryIds?: readonly number[],
): Promise<readonly WeekEntry[]> {
  const week = await weekInfo(db, weekId)
  return week === undefined ? [] : readEntries(db, week, entryIds)
}

/**
 * Ids of the entries that went into a week alive, as results stand now (decisions.md §Settled further, "Matrix"), and that
 * were there when it locked. In the order of names.
 */
export async function roster(
  db: QueryExecutorProvider,
  week: Pick<WeekInfo, 'id' | 'season_year' | 'week_number'>,
  entryIds?: readonly number[],
): Promise<readonly RosterEntry[]> {
  const season = await partOfSeason(db, week.season_year, entryIds)
  const standings = standingsOf(season)
  const late = await lateEntries(db, week.id, entryIds)
  return season.entries.map(({ id, name }) => {
    const standing = standings.get(id)
    return { id, name, isIn: standing !== undefined && !late.has(id) && enteredWeekAlive(standing, week.week_number) }
  })
}

/** An entry, and whether it is in a week. */
export interface RosterEntry {
  readonly id: number
  readonly name: string
  readonly isIn: boolean
}

async function readEntries(
  db: QueryExecutorProvider,
  week: WeekInfo,
  entryIds?: readonly number[],
): Promise<readonly WeekEntry[]> {
  const picks = await visiblePicks(db, VISITOR, { weekIds: [week.id], entryIds })
  const byEntry = new Map<number, (typeof picks)[number]>(picks.map((pick) => [pick.entryId, pick]))
  const rows: WeekEntry[] = []
  for (const { id, name, isIn } of await roster(db, week, entryIds)) {
    const pick = byEntry.get(id)
    if (pick !== undefined && pick.team !== null) rows.push({ id, name, team: pick.team, is_override: pick.isOverride })
    else if (isIn) rows.push({ id, name, team: null, is_override: false })
  }
  return rows
}

/** Entries that were made after the week's standing lock. */
async function lateEntries(
  db: QueryExecutorProvider,
  weekId: number,
  entryIds?: readonly number[],
): Promise<ReadonlySet<number>> {
  const ofEntries = entryIds === undefined ? sql`true` : sql`e.id = ANY (${entryIds}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM ${LIVE.weeks} AS w JOIN ${LIVE.entries} AS e ON e.created_position > w.locked_position
    WHERE w.id = ${weekId} AND ${ofEntries}`.execute(db)
  return new Set(rows.map((row) => row.id))
}
