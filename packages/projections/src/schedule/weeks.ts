import { compareGames } from '@outlast/contract/live/order'
import { countsAsField } from '@outlast/contract/fields/responses'
import { slateLabel } from '@outlast/contract/rest/weeks'
import type { GameInfo, WeekInfo } from '@outlast/contract/live/wire'
import type { ScoreMeaning } from '@outlast/domain'
import { type QueryExecutorProvider, sql } from 'kysely'
import { isAny, personName, query } from '../tables/query.ts'
import { LIVE } from '../tables/rows.ts'
import { weekSlots } from './week-slots.ts'
import { seasonCountsAs } from './season-rule.ts'

// Raw SQL fragments: boolean columns that are computed from null checks.

/** Reads all weeks or some, newest first. */
export async function weekInfos(db: QueryExecutorProvider, weekIds?: readonly number[]): Promise<readonly WeekInfo[]> {
  return (await selectWeeks(db).where(isAny('w.id', weekIds)).execute()).map(toWeekInfo)
}

/** Reads one week. Returns `undefined` if there is none with this id. */
export async function weekInfo(db: QueryExecutorProvider, weekId: number): Promise<WeekInfo | undefined> {
  return (await weekInfos(db, [weekId]))[0]
}

/** Maps a row of {@link selectWeeks} to the API's form. */
export function toWeekInfo({ slots, ...week }: WeekInfo & { readonly slots: number }): WeekInfo {
  return { ...week, ...(slots > 1 && { picks: slots }), ...slateLabel(week.week_number) }
}

/** Selects weeks `w`, newest first, next to the row of `pool`. */
export function selectWeeks(db: QueryExecutorProvider) {
  return query(db)
    .selectFrom('projections.weeks as w')
    .crossJoin('projections.pool as pool')
    .select(['w.id', 'w.season_year', 'w.week_number'])
    .select(sql<boolean>`pool.current_week_id IS NOT DISTINCT FROM w.id`.as('is_current'))
    .select(['w.lock_time', 'w.lock_is_automatic'])
    .select(sql<boolean>`w.locked_position IS NOT NULL`.as('is_locked'))
    .select(['w.locked_at', 'w.ineligible as ineligible_teams', 'w.reopened_after_reveal', 'w.reopenings', 'w.unmasked'])
    .select(['w.unmask_reason', 'w.merkle_root', 'w.created_at', 'w.version'])
    .select(weekSlots(LIVE, 'w').as('slots'))
    .orderBy('w.season_year', 'desc')
    .orderBy('w.week_number', 'desc')
}

/** Reads a week's games, all or some, by kickoff and id. */
export async function gamesOf(
  db: QueryExecutorProvider,
  weekId: number,
  gameIds?: readonly number[],
): Promise<readonly GameInfo[]> {
  const rows = await selectGames(db, [weekId]).where(isAny('g.id', gameIds)).execute()
  return rows.map((row) => toGame(row)).sort(compareGames)
}

/** Reads the games of several weeks by week id, each week's by kickoff and id. */
export async function gamesOfWeeks(
  db: QueryExecutorProvider,
  weekIds: readonly number[],
): Promise<ReadonlyMap<number, readonly GameInfo[]>> {
  const games = new Map<number, GameInfo[]>(weekIds.map((id) => [id, []]))
  for (const row of await selectGames(db, weekIds).execute()) games.get(row.week_id)?.push(toGame(row))
  for (const ofWeek of games.values()) ofWeek.sort(compareGames)
  return games
}

interface GameRow extends Omit<GameInfo, 'counts_as'> {
  readonly week_id: number
  readonly meaning: ScoreMeaning
}

function toGame({ week_id: _week, meaning, ...game }: GameRow): GameInfo {
  return { ...game, ...countsAsField(meaning) }
}

/** Selects games in the API's form, with the id of their week and what scores count as in their season. */
function selectGames(db: QueryExecutorProvider, weekIds: readonly number[]) {
  return query(db)
    .selectFrom('projections.games as g')
    .innerJoin('projections.weeks as w', 'w.id', 'g.week_id')
    .leftJoin('accounts as a', 'a.user_id', 'g.hand_actor')
    .select(seasonCountsAs(LIVE, sql`w.season_year`).as('meaning'))
    .select(['g.id', 'espn_id', 'kickoff as start_time', 'kickoff_known', 'home as home_team_abbr', 'away as away_team_abbr'])
    .select(['home_score', 'away_score', 'status', 'detail', 'final_by_admin', 'result_at', 'week_id'])
    .select(['phase', 'unread', 'result_unread', 'by_hand'])
    .select(
      sql<GameInfo['decided_by']>`CASE WHEN by_hand THEN json_build_object('name', ${personName}, 'reason', hand_reason) END`.as(
        'decided_by',
      ),
    )
    .where(isAny('week_id', weekIds))
}
