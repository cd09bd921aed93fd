import { completeRules, countsAsUnder, GAME_LIFE, type GameState, type PoolRules, UNKNOWN_TEAM } from '@outlast/domain'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { emptyProjections } from '../../tests/store.ts'
import { query } from '../tables/query.ts'
import { LIVE, LIVE_SCHEMA } from '../tables/rows.ts'
import { readSeasonFacts } from './season-facts.ts'

const db = useTestDatabase()

interface Game {
  readonly home: string
  readonly away: string
  readonly status: string
  readonly phase: GameState | null
  readonly home_score: number | null
  readonly away_score: number | null
  readonly final_by_admin: boolean
  readonly result_unread: boolean
}

/** Every state of a game, with and without scores, and with what an admin and the scoreboard may have said about it. */
function everyGame(): readonly Game[] {
  const states = (Object.keys(GAME_LIFE) as GameState[]).map((state) => {
    const { status } = GAME_LIFE[state]
    return { status, phase: state === status ? null : state }
  })
  const scores = [
    [20, 10],
    [10, 20],
    [7, 7],
    [7, null],
    [null, 7],
  ] as const
  return states.flatMap((state) =>
    scores.flatMap(([home_score, away_score]) =>
      [false, true].flatMap((final_by_admin) =>
        [false, true].flatMap((result_unread) =>
          ['MIA', UNKNOWN_TEAM].map((away) => ({
            ...state,
            home: 'BUF',
            away,
            home_score,
            away_score,
            final_by_admin,
            result_unread,
          })),
        ),
      ),
    ),
  )
}

/** Stores a week for each list of games. Even ids are locked. */
async function storeWeeks(weeks: readonly (readonly Game[])[], changed: Partial<PoolRules>): Promise<void> {
  await emptyProjections(db)
  const rules = completeRules(changed)
  await sql`UPDATE ${LIVE.pool} SET rules = ${JSON.stringify(rules)}::jsonb, counts_as = ${JSON.stringify(countsAsUnder(rules))}::jsonb`.execute(
    db,
  )
  await sql`
    INSERT INTO ${LIVE.weeks} (id, season_year, week_number, lock_time, lock_is_automatic, locked_position, ineligible, reopenings,
      reopened_after_reveal, unmasked, created_at, version)
    SELECT id, 2025, id, '', true, CASE WHEN id % 2 = 0 THEN id END, '[]', 0, false, false, '', 1
    FROM generate_series(1, ${weeks.length}::integer) AS id`.execute(db)
  const games = weeks.flatMap((own, i) => own.map((game) => ({ ...game, week_id: i + 1 })))
  await sql`
    INSERT INTO ${LIVE.games} (id, week_id, espn_id, home, away, kickoff, kickoff_known, status, phase, home_score, away_score,
      final_by_admin, result_unread, result_at)
    SELECT ordinality, week_id, ordinality, home, away, '', true, status, phase, home_score, away_score, final_by_admin, result_unread,
      CASE status WHEN 'final' THEN 'game ' || ordinality END
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(games)}::json) AS (week_id bigint, home text, away text, status text, phase text,
      home_score integer, away_score integer, final_by_admin boolean, result_unread boolean)) WITH ORDINALITY`.execute(db)
}

/** Compares `week_results` with what the domain derives from the same rows. Returns how many weeks are complete and how many have results. */
async function compareWithDomain(weeks: readonly (readonly Game[])[], rules: Partial<PoolRules>) {
  await storeWeeks(weeks, rules)
  const facts = await readSeasonFacts(db, LIVE_SCHEMA, 2025)
  const rows = await query(db).selectFrom('projections.week_results').selectAll().orderBy('week_id').execute()
  const shown = rows.map(({ week_id, is_complete, results }) => ({ id: week_id, complete: is_complete, results }))
  expect(shown).toEqual(facts.weeks.map(({ id, complete, results }) => ({ id, complete, results: Object.fromEntries(results) })))
  return {
    complete: shown.filter(({ complete }) => complete).length,
    decided: shown.filter(({ results }) => Object.keys(results).length > 0).length,
  }
}

const RULES: readonly Partial<PoolRules>[] = [{}, { tie: 'survives' }, { objective: 'lose' }]

it.each(RULES)('has the results and the end of a week of any one game, open or locked: %o', async (rules) => {
  const weeks = everyGame().flatMap((game) => [[game], [game]])
  expect(await compareWithDomain(weeks, rules)).toEqual({ complete: 270, decided: 76 })
})

it.each(RULES)('has those of a week without games, or of any two games of four teams or three: %o', async (rules) => {
  const games = everyGame()
  const weeks = games.flatMap((game, i) => {
    const other = games[(i * 89 + 17) % games.length] ?? game
    return [
      [game, { ...other, home: 'KC' }],
      [game, { ...other, home: 'KC', away: 'LAC' }],
      [game, { ...other, home: other.away, away: 'BUF' }],
      [game, { ...other, home: other.away, away: 'BUF' }],
    ]
  })
  expect(await compareWithDomain([[], [], ...weeks], rules)).toEqual({ complete: 468, decided: 302 })
})
