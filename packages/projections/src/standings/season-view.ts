import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import { compareEntries } from '@outlast/contract/live/order'
import type { EntryId } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { hiddenLosses, revealedWaivedLosses, missedWeeks } from '../picks/losses.ts'
import { revealedTeams } from '../picks/visible-picks.ts'
import { LIVE } from '../tables/rows.ts'
import { personName } from '../tables/query.ts'
import { readSeasonFacts, type TableSeasonFacts } from '../schedule/season-facts.ts'

/**
 * Reads topic `season:<year>`: what is public of every entry, or of some. A year without weeks has entries nevertheless.
 */
export async function seasonView(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<SeasonView> {
  const season = await readSeasonFacts(db, LIVE, seasonYear)
  const entries = await readEntries(db, season, entryIds)
  return { season_year: season.seasonYear, missed_pick: season.missedPick, weeks: weeksOf(season), entries }
}

/** A season's weeks, by number. */
export async function seasonWeeks(db: QueryExecutorProvider, seasonYear: number): Promise<readonly SeasonWeek[]> {
  return weeksOf(await readSeasonFacts(db, LIVE, seasonYear))
}

/** Some rows of a season's view; entries that are gone are left out. */
export async function seasonEntries(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<readonly SeasonEntry[]> {
  return readEntries(db, await readSeasonFacts(db, LIVE, seasonYear), entryIds)
}

function weeksOf(season: TableSeasonFacts): readonly SeasonWeek[] {
  return season.weeks.map((week) => ({
    id: week.id,
    week_number: week.weekNumber,
    is_locked: week.isLocked,
    results: Object.fromEntries(week.results),
    is_complete: week.complete,
  }))
}

interface Row {
  readonly id: EntryId
  readonly name: string
  readonly user_name: string
  readonly hand: number | null
}

/** What an entry without any has; shared, since most have none. */
const NONE: readonly never[] = []
const NO_TEAMS = {}

async function readEntries(
  db: QueryExecutorProvider,
  season: TableSeasonFacts,
  entryIds?: readonly number[],
): Promise<readonly SeasonEntry[]> {
  const year = season.seasonYear
  const ofEntries = entryIds === undefined ? sql`true` : sql`e.id = ANY (${entryIds}::bigint[])`
  const { rows } = await sql<Row>`
    SELECT e.id, e.name, ${personName} AS user_name, h.week_number AS hand
    FROM ${LIVE.entries} AS e
    LEFT JOIN accounts AS a ON a.user_id = e.user_id
    LEFT JOIN ${LIVE.hand_eliminations} AS h ON h.entry_id = e.id AND h.season_year = ${year}
    WHERE ${ofEntries}`.execute(db)
  const teams = await revealedTeams(db, year, entryIds)
  const missed = await missedWeeks(db, year, entryIds)
  const forgiven = await revealedWaivedLosses(db, year, entryIds)
  const hidden = await hiddenLosses(db, season, entryIds)
  const entries = rows.map(({ id, name, user_name, hand }): SeasonEntry => ({
    id,
    name,
    user_name,
    picks: teams.get(id) ?? NO_TEAMS,
    missed: missed.get(id) ?? NONE,
    forgiven: forgiven.get(id) ?? NONE,
    eliminated_by_hand: hand,
    hidden_losses: hidden.get(id) ?? NONE,
  }))
  return entries.sort(compareEntries)
}
