import {
  type Entry,
  type Game,
  gamesOf,
  mainContest,
  participantsOf,
  picksOf,
  type Round,
  roundsOf,
  seasonOutcome,
  seasonResults,
} from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { randomSeason } from '../../tests/random-season.ts'
import type { RecordedPool } from '../../tests/recorded-pool.ts'
import { sourceOf } from '../../tests/source.ts'
import { seasonView } from '../season/season-view.ts'
import { seasonRecord } from './season-record.ts'

const teamsOf = (entry: Entry, week: Round) => picksOf(entry, week.id).map(({ team }) => team)

/** Computes the records from the pool's state, slowly. */
function expectedRecord(pool: RecordedPool, year: number) {
  const season = seasonResults(pool.state, mainContest(year))
  const outcome = seasonOutcome(pool.state, season)
  const last = outcome.status === 'finished' ? outcome.weekNumber : Infinity
  const champions: readonly number[] = outcome.status === 'finished' ? outcome.champions : []
  const weeks = roundsOf(pool.state, mainContest(year)).filter((_week, index) => {
    const results = season.weeks[index]
    return results?.complete === true && results.weekNumber <= last
  })
  const participants = participantsOf(pool.state, season)
  const runs = participants.flatMap(({ entry }) => {
    let [best, run] = [0, 0]
    for (const week of weeks) {
      const teams = teamsOf(entry, week)
      const results = season.weeks.find(({ id }) => id === week.id)
      run = teams.length > 0 && teams.every((team) => results?.results.get(team) === 'win') ? run + 1 : 0
      best = Math.max(best, run)
    }
    return best > 1 ? [{ entry_id: entry.id, weeks: best }] : []
  })
  const luck = new Map<string, number>()
  for (const { entry, standing } of participants) {
    if (standing.status !== 'out' || standing.cause === 'hand' || champions.includes(entry.id)) continue
    const week = weeks.find(({ weekNumber }) => weekNumber === standing.eliminatedWeek)
    if (week === undefined) continue
    for (const team of teamsOf(entry, week)) {
      const isLost = season.weeks.find(({ id }) => id === week.id)?.results.get(team) === 'loss'
      const game = gamesOf(pool.state, week).find((one: Game) => one.home === team || one.away === team)
      if (!isLost || game === undefined) continue
      const margin = Math.abs((game.homeScore ?? 0) - (game.awayScore ?? 0))
      const key = `week ${week.weekNumber} ${team} by ${margin}`
      luck.set(key, (luck.get(key) ?? 0) + 1)
    }
  }
  const survivors = participants.filter(({ standing }) => standing.status === 'alive' || standing.eliminatedWeek > last).length
  return {
    champions,
    decidedWeek: outcome.status === 'finished' ? last : null,
    entries: participants.length,
    survivors,
    runs,
    luck,
  }
}

function recordOf({ state }: RecordedPool, isOver: boolean) {
  const source = sourceOf(state)
  return seasonRecord(source, seasonView(source, 2025), isOver)
}

describe('seasonRecord', () => {
  const seeds = Array.from({ length: 40 }, (_, i) => 400 + i)
  const seen = { champions: 0, undecided: 0, runs: 0, luck: 0 }

  it.each(seeds)('agrees with a slow computation from the state (seed %i)', (seed) => {
    const pool = randomSeason(seed)
    const expected = expectedRecord(pool, 2025)
    const { season, longestRuns, worstLuck } = recordOf(pool, true)
    expect(season).toMatchObject({
      decided_week: expected.decidedWeek,
      entries: expected.entries,
      survivors: expected.survivors,
    })
    expect(season?.champions.map((champion) => champion.entry_id).sort((a, b) => a - b)).toEqual(
      expected.champions.toSorted((a, b) => a - b),
    )
    const longest = longestRuns.map(({ entry_id, weeks }) => ({ entry_id, weeks }))
    expect(longest.toSorted((a, b) => a.entry_id - b.entry_id)).toEqual(expected.runs.toSorted((a, b) => a.entry_id - b.entry_id))
    expect(longest.map(({ weeks }) => weeks)).toEqual(longest.map(({ weeks }) => weeks).toSorted((a, b) => b - a))
    const found = new Map(worstLuck.map((row) => [`week ${row.week_number} ${row.team_abbr} by ${row.margin}`, row.entries]))
    expect(found).toEqual(expected.luck)
    seen.champions += expected.champions.length
    seen.undecided += expected.decidedWeek === null ? 1 : 0
    seen.runs += longest.length
    seen.luck += found.size
  })

  it('was compared in seasons with champions, without one, with runs and with close defeats', () => {
    expect(Object.values(seen).every((count) => count > 5)).toBe(true)
  })

  it('has no record of a season that is running', () => {
    const pool = [...Array(40).keys()]
      .map((i) => randomSeason(600 + i))
      .find((one) => expectedRecord(one, 2025).decidedWeek === null)
    expect(recordOf(pool!, false)).toEqual({ season: null, longestRuns: [], worstLuck: [] })
  })
})
