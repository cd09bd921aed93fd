import { compareEntries } from '@outlast/contract/live/order'
import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import { optionalRules } from '@outlast/views'
import type { QueryExecutorProvider } from 'kysely'
import { hiddenLosses, missedWeeks, revealedWaivedLosses } from '../picks/losses.ts'
import { type RevealedPicks, revealedPicks } from '../picks/visible-picks.ts'
import { readSeasonFacts, type SeasonFacts } from '../schedule/season-facts.ts'
import { isAny, personName, query } from '../tables/query.ts'
import { LIVE_SCHEMA } from '../tables/rows.ts'
import { joinedSeason } from './season-windows.ts'

/**
 * Reads topic `season:<year>`, with all entries that joined it or some: all where
 * the rule `wipe_out` makes a standing depend on the others. A year without weeks has entries nevertheless.
 */
export async function seasonView(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<SeasonView> {
  const season = await readSeasonFacts(db, LIVE_SCHEMA, seasonYear)
  const { wipeOut } = season
  const entries = await readEntries(db, season, wipeOut === 'share' ? entryIds : undefined)
  return {
    season_year: season.seasonYear,
    missed_pick: season.missedPick,
    lives: season.lives,
    ...optionalRules(season),
    weeks: weeksOf(season),
    entries,
  }
}

/** Reads a season's weeks, by number. */
export async function seasonWeeks(db: QueryExecutorProvider, seasonYear: number): Promise<readonly SeasonWeek[]> {
  return weeksOf(await readSeasonFacts(db, LIVE_SCHEMA, seasonYear))
}

/** Reads the rows of a season's view, of all entries or some. */
export async function seasonEntries(
  db: QueryExecutorProvider,
  seasonYear: number,
  entryIds?: readonly number[],
): Promise<readonly SeasonEntry[]> {
  return readEntries(db, await readSeasonFacts(db, LIVE_SCHEMA, seasonYear), entryIds)
}

function weeksOf(season: SeasonFacts): readonly SeasonWeek[] {
  return season.weeks.map((week) => ({
    id: week.id,
    week_number: week.weekNumber,
    ...(week.slots > 1 && { picks: week.slots }),
    is_locked: week.isLocked,
    results: Object.fromEntries(week.results),
    ...(week.margins === undefined ? {} : { margins: Object.fromEntries(week.margins) }),
    is_complete: week.complete,
    left_teams: [...week.teamsWithoutGame.left],
    ...(week.teamsWithoutGame.onBye.length > 0 && { bye_teams: [...week.teamsWithoutGame.onBye] }),
    lock_position: week.lockPosition,
    first_lock_position: week.firstLockPosition,
    played_lock_position: week.playedLockPosition,
    ...(week.absent && { absent: [...week.absent] }),
    ...(week.splitVote !== null && { split_vote: week.splitVote }),
  }))
}

/** Shared by all entries that have none, which are most. */
const NONE: readonly never[] = []
const NO_TEAMS: Readonly<Record<string, string>> = {}

/** The first team of each week, and the others; and which of them were automatic. */
function picksFrom(revealed: RevealedPicks | undefined): Pick<SeasonEntry, 'picks' | 'more' | 'auto' | 'auto_teams'> {
  const teams = teamsFrom(revealed)
  const { auto, auto_teams } = revealed ?? {}
  if (!auto || !auto_teams) return { ...teams, auto: NONE }
  return { ...teams, auto, ...(teams.more && { auto_teams }) }
}

function teamsFrom(revealed: RevealedPicks | undefined): Pick<SeasonEntry, 'picks' | 'more'> {
  const { teams = NO_TEAMS, more = null } = revealed ?? {}
  if (more === null) return { picks: teams }
  const picks: Record<string, string> = { ...teams }
  const rest: Record<string, readonly string[]> = {}
  for (const [week, others] of Object.entries(more)) {
    const [first, ...later] = [teams[week] ?? [], others].flat()
    if (first !== undefined) picks[week] = first
    if (later.length > 0) rest[week] = later
  }
  return { picks, ...(Object.keys(rest).length > 0 && { more: rest }) }
}

async function readEntries(
  db: QueryExecutorProvider,
  season: SeasonFacts,
  entryIds?: readonly number[],
): Promise<readonly SeasonEntry[]> {
  const year = season.seasonYear
  const rows = await query(db)
    .selectFrom('projections.entries as e')
    .leftJoin('accounts as a', 'a.user_id', 'e.user_id')
    .leftJoin('projections.hand_eliminations as h', (join) =>
      join.onRef('h.entry_id', '=', 'e.id').on('h.season_year', '=', year),
    )
    .leftJoin('projections.renewals as renewal', (join) =>
      join.onRef('renewal.entry_id', '=', 'e.id').on('renewal.season_year', '=', year),
    )
    .select((eb) => eb.fn.coalesce('renewal.position', 'e.created_position').as('created_position'))
    .select(['e.id', 'e.name', personName.as('user_name'), 'h.week_number as eliminated_by_hand'])
    .where(isAny('e.id', entryIds))
    .where(joinedSeason(year))
    .execute()
  const picks = await revealedPicks(db, year, entryIds)
  const missed = await missedWeeks(db, year, entryIds)
  const waived = await revealedWaivedLosses(db, year, entryIds)
  const hidden = await hiddenLosses(db, season, entryIds)
  const entries = rows.map(({ id, name, user_name, created_position, eliminated_by_hand }): SeasonEntry => ({
    id,
    name,
    user_name,
    created_position,
    ...picksFrom(picks.get(id)),
    missed: missed.get(id) ?? NONE,
    forgiven: waived.get(id) ?? NONE,
    eliminated_by_hand,
    hidden_losses: hidden.get(id) ?? NONE,
  }))
  return entries.sort(compareEntries)
}
