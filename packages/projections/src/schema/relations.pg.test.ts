import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../tests/database.ts'
import { expectedRelations } from '../../tests/expected-relations.ts'
import { store } from '../../tests/pool.ts'
import { randomPlay } from '../../tests/random-play.ts'
import { randomSeason } from '../../tests/random-season.ts'
import { compareRelations } from '../check/compare-relations.ts'
import { LIVE } from '../tables/rows.ts'

const db = useTestDatabase()

async function readRelations() {
  const reveal = await sql<Record<string, unknown>>`
    SELECT season_year, week_number, week_id, entry_id, entry_name, user_name, team_abbr, team_city, team_name, result, is_override
    FROM ${LIVE.reveal} ORDER BY week_id, entry_id`.execute(db)
  const matrix = await sql`SELECT * FROM ${LIVE.matrix} ORDER BY season_year, entry_id`.execute(db)
  const leaderboard = await sql`SELECT * FROM ${LIVE.leaderboard} ORDER BY season_year, entry_id`.execute(db)
  return { reveal: reveal.rows, matrix: matrix.rows, leaderboard: leaderboard.rows }
}

describe('reveal, matrix and leaderboard', () => {
  const plays = [
    ...Array.from({ length: 15 }, (_, i) => ({ name: `random commands ${i}`, play: () => randomPlay(300 + i, 250) })),
    ...Array.from({ length: 25 }, (_, i) => ({ name: `random season ${i}`, play: () => randomSeason(i) })),
  ]

  it.each(plays)('equal what the domain derives from the folded log ($name)', async ({ play: make }) => {
    const play = make()
    await store(db, play)
    const { reveal, matrix, leaderboard } = await readRelations()
    const expected = expectedRelations(play)
    expect(reveal).toEqual(expected.reveal)
    expect(matrix).toEqual(expected.matrix)
    expect(leaderboard).toEqual(expected.leaderboard)
    expect(await Array.fromAsync(compareRelations(db))).toEqual([])
  })
})
