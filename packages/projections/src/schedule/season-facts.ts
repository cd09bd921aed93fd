import {
  allGamesOver,
  completeRules,
  countsAsUnder,
  type EntryId,
  mainContest,
  type PoolRules,
  type ScoreMeaning,
  type SeasonResults,
  settledResults,
  type TeamsWithoutGame,
  teamsWithoutGame,
  tiebreaksBeforeShare,
  type WeekId,
  type WeekResults,
  winningMargins,
} from '@outlast/domain'
import { agreementOf } from '@outlast/views'
import { readAbsent } from './absent.ts'
import { weekSlots } from './week-slots.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { queryIn } from '../tables/query.ts'
import { type GameRow, type SchemaName, type SplitVoteFacts, tablesIn, type WeekRow } from '../tables/rows.ts'

/** A week with the results of its games so far. */
interface SeasonWeekFacts extends WeekResults {
  readonly isLocked: boolean
  readonly teamsWithoutGame: TeamsWithoutGame
  readonly splitVote: SplitVoteFacts | null
}

/** The facts of a season that decide standings, as the domain's rules take them. Weeks are ordered by number. */
export interface SeasonFacts extends SeasonResults {
  readonly wipeOut: PoolRules['wipeOut']
  readonly objective: PoolRules['objective']
  readonly weeks: readonly SeasonWeekFacts[]
}

/** Reads the facts of a season from the tables of one schema. */
export async function readSeasonFacts(db: QueryExecutorProvider, schema: SchemaName, seasonYear: number): Promise<SeasonFacts> {
  const weeks = await queryIn(db, schema)
    .selectFrom('weeks')
    .select(['id', 'week_number', 'locked_position', 'first_lock_position', 'played_lock_position', 'split_vote'])
    .select(weekSlots(tablesIn(schema), 'weeks').as('slots'))
    .where('season_year', '=', seasonYear)
    .orderBy('week_number')
    .execute()
  const games = await queryIn(db, schema)
    .selectFrom('games as g')
    .innerJoin('weeks as w', 'w.id', 'g.week_id')
    .select(['g.week_id', 'g.home', 'g.away', 'g.status', 'g.home_score', 'g.away_score', 'g.final_by_admin'])
    .select(['g.phase', 'g.result_unread'])
    .where('w.season_year', '=', seasonYear)
    .orderBy('g.id')
    .execute()
  const gamesByWeek = Map.groupBy(games, (game) => game.week_id)
  const rules = await readRules(db, schema, seasonYear)
  const { missedPick, lives, slotLoss, lateEntryLosses, objective, wipeOut, tiebreak } = rules
  const absent = wipeOut === 'share' ? new Map<WeekId, readonly EntryId[]>() : await readAbsent(db, schema, seasonYear)
  const hasMargins = tiebreaksBeforeShare(tiebreak).includes('margin')
  return {
    contestId: mainContest(seasonYear),
    seasonYear,
    missedPick,
    lives,
    slotLoss,
    lateEntryLosses,
    objective,
    tiebreak,
    wipeOut,
    wipeOuts: wipeOut === 'share' ? [] : await readWipeOuts(db, schema, seasonYear),
    weeks: weeks.map((week) =>
      weekFacts(week, gamesByWeek.get(week.id) ?? [], countsAsUnder(rules), hasMargins, absent.get(week.id)),
    ),
  }
}

/** Reads the weeks whose losses nobody is out by. */
async function readWipeOuts(db: QueryExecutorProvider, schema: SchemaName, seasonYear: number): Promise<readonly WeekId[]> {
  const tables = tablesIn(schema)
  const { rows } = await sql<{ id: WeekId }>`
    SELECT w.id FROM ${tables.season_lives} AS s JOIN ${tables.weeks} AS w ON w.season_year = s.season_year
    WHERE s.season_year = ${seasonYear} AND w.week_number = ANY (s.wipe_outs) ORDER BY w.week_number`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads the rules of a season: those of its first standing lock, or else the pool's. */
async function readRules(db: QueryExecutorProvider, schema: SchemaName, seasonYear: number): Promise<PoolRules> {
  const { season_rules, pool_rules } = await queryIn(db, schema)
    .selectFrom('pool')
    .leftJoin('season_rules as r', (join) => join.on('r.season_year', '=', seasonYear))
    .select(['r.rules as season_rules', 'pool.rules as pool_rules'])
    .executeTakeFirstOrThrow()
  return completeRules(season_rules ?? pool_rules)
}

type Game = Pick<GameRow, 'home' | 'away' | 'status' | 'home_score' | 'away_score' | 'final_by_admin' | 'phase' | 'result_unread'>

type Week = Pick<
  WeekRow,
  'id' | 'week_number' | 'locked_position' | 'first_lock_position' | 'played_lock_position' | 'split_vote'
> & { readonly slots: number }

function weekFacts(
  week: Week,
  games: readonly Game[],
  countsAs: ScoreMeaning,
  hasMargins: boolean,
  absent: WeekResults['absent'],
): SeasonWeekFacts {
  const isLocked = week.locked_position !== null
  const scored = games.map((game) => ({
    home: game.home,
    away: game.away,
    status: game.status,
    homeScore: game.home_score,
    awayScore: game.away_score,
    finalByAdmin: game.final_by_admin,
    phase: game.phase,
    isResultUnread: game.result_unread,
    countsAs,
  }))
  return {
    id: week.id,
    weekNumber: week.week_number,
    slots: week.slots,
    isLocked,
    results: settledResults(scored, isLocked),
    ...(hasMargins && isLocked && { margins: winningMargins(scored) }),
    complete: isLocked && allGamesOver(scored),
    teamsWithoutGame: teamsWithoutGame(scored, week.week_number),
    lockPosition: week.locked_position,
    firstLockPosition: week.first_lock_position ?? week.locked_position,
    playedLockPosition: week.played_lock_position,
    ...(absent !== undefined && { absent }),
    splitVote: week.split_vote,
    agreement: agreementOf(week.split_vote),
  }
}
