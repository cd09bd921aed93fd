import { type Api, type Person } from '@outlast/testing/server/people'
import { type TestPool } from '@outlast/testing/server/test-pool'
import { leaderboardOf, type Matrix } from '@outlast/views'
import { expect } from 'vitest'
import type { SeasonOracle } from './season-oracle.ts'
import type { PlayedSeason } from './season-file.ts'

/** The pool whose responses are compared with the oracle. */
export interface Comparison {
  readonly pool: TestPool
  readonly oracle: SeasonOracle
  readonly season: PlayedSeason
  readonly members: readonly Person[]
  readonly tally: Map<string, number>
}

const DASHBOARDS = 6

/** Compares every elimination, leaderboard row and matrix cell, the reveal, the admin's list and some dashboards. */
export async function expectSeasonAsInOracle(play: Comparison, stage: string, { everyReveal = false } = {}): Promise<void> {
  const { pool, oracle, members, season } = play
  const matrix = await pool.visitor.call('getMatrix', { query: { season: season.year } })
  expect(matrix, `the matrix of ${stage}`).toEqual(oracle.matrix(season.year))
  const rows = leaderboardOf(matrix as Matrix)
  expect(rows, `the leaderboard of ${stage}`).toEqual(oracle.leaderboard())
  const weeks = oracle.weeks.filter((week) => week.isLocked && (everyReveal || week.number === oracle.current))
  for (const week of weeks) {
    const { picks } = await pool.visitor.call('weekReveal', { params: { id: week.id } })
    const shown = picks.map(({ entry_id, entry_name, team_abbr, result }) => ({ entry_id, entry_name, team_abbr, result }))
    expect(shown, `the reveal of week ${week.number}, ${stage}`).toEqual(oracle.reveal(week.number))
    for (const row of picks) {
      expect([row.no_pick ?? false, row.id]).toEqual(
        row.team_abbr === null ? [true, `nopick-${row.entry_id}`] : [false, row.entry_id * 1_000_000 + week.id],
      )
    }
  }
  await expectAdminList(play, stage)
  const comparison = play.tally.get('comparisons') ?? 0
  play.tally.set('comparisons', comparison + 1)
  for (let i = 0; i < DASHBOARDS; i += 1) {
    const member = members[(comparison * DASHBOARDS + i) % members.length]!
    expect(await dashboardOf(member.api), `member ${member.id}'s dashboard, ${stage}`).toEqual({
      week: oracle.current,
      entries: oracle.dashboard(member.id),
      champions: oracle.champions().sort((a, b) => a - b),
    })
  }
}

async function expectAdminList({ members, oracle }: Comparison, stage: string): Promise<void> {
  const listed = await members[0]!.api.call('adminListEntries')
  const expected = oracle.byName().map((entry) => {
    const out = oracle.elimination(entry)
    return { id: entry.id, user_id: entry.userId, is_eliminated: out !== null, eliminated_week: out?.week ?? null }
  })
  const shown = listed.map(({ id, user_id, is_eliminated, eliminated_week }) => ({ id, user_id, is_eliminated, eliminated_week }))
  expect(shown, `the admin's entries, ${stage}`).toEqual(expected)
}

async function dashboardOf(api: Api) {
  const { current_week: week, entries, champions } = await api.call('getDashboard')
  return {
    week: week?.week_number,
    entries: entries.map(({ id, has_pick, pick, used_teams, is_eliminated, eliminated_week, elimination }) => {
      expect(has_pick).toBe(pick !== null)
      const game = elimination?.game ?? null
      const score = game === null ? null : `${game.away_team_abbr} ${game.away_score}–${game.home_score} ${game.home_team_abbr}`
      const reason =
        elimination === null
          ? null
          : { cause: elimination.cause, week: elimination.week_number, team: elimination.team_abbr, score }
      const used = used_teams.map(({ week_number, team_abbr }) => `${week_number} ${team_abbr}`)
      return { id, team: pick?.team_abbr ?? null, used, is_eliminated, eliminated_week, elimination: reason }
    }),
    champions: champions.map(({ entry_id }) => entry_id).sort((a, b) => a - b),
  }
}
