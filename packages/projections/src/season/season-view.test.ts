import { participantsOf as participantsInView, standingsOf } from '@outlast/views/standings'
import {
  allPicks,
  enteredWeekAlive,
  entryStanding,
  joinedSeasonAt,
  mainContest,
  participantsOf,
  picksOf,
  seasonResults,
  takesPartInWeek,
  weekResults,
} from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { RecordedPool } from '../../tests/recorded-pool.ts'
import { keep, source } from '../../tests/source.ts'
import { agreedPool, randomPool, someOf } from '../../tests/random-pool.ts'
import { adminView, seasonEntries, seasonView, seasonWeeks, userInfos, userView, weekInfos, weekView } from '../index.ts'

const entriesOf = (pool: RecordedPool) => [...pool.state.entries.values()]

/** What the pool's state says of a week's rows. */
function rowsOfWeek(pool: RecordedPool, weekId: number) {
  const week = pool.state.rounds.get(weekId as never)!
  const participants = participantsOf(pool.state, seasonResults(pool.state, week.contestId))
  return entriesOf(pool)
    .map((entry) => {
      const picks = week.locked === null ? [] : picksOf(entry, week.id)
      const participant = participants.find((other) => other.entry.id === entry.id)
      const isAlive = participant !== undefined && enteredWeekAlive(participant.standing, week.weekNumber)
      // Whether a late entry has picked in a week that is open again is not known.
      const known = participant && (week.locked === null ? { ...participant, teamsOf: () => [] } : participant)
      const takesPart = known !== undefined && takesPartInWeek(known, weekResults(pool.state, week))
      return {
        id: entry.id as number,
        name: entry.name,
        teams: picks.map(({ team }): string => team),
        isIn: isAlive && (picks.length > 0 || takesPart),
      }
    })
    .filter((row) => row.isIn)
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    .map(({ id, name, teams }) => ({ id, name, teams }))
}

describe('views after random commands', () => {
  const seeds = someOf(Array.from({ length: 12 }, (_, i) => 200 + i))

  it.each(seeds)('show the standings that the domain derives (seed %i)', (seed) => {
    const pool = seed % 2 === 0 ? randomPool(seed, 250) : agreedPool(seed, 3 * (seed % 10))
    keep(pool)
    for (const year of [2025, 2026]) {
      const view = seasonView(source(), year)
      const facts = seasonResults(pool.state, mainContest(year))
      const standings = standingsOf(view)
      const weeks = view.weeks.map((week) => [week.id, week.week_number, week.results, week.is_complete])
      expect(weeks).toEqual(
        facts.weeks.map((week) => [week.id, week.weekNumber, Object.fromEntries(week.results), week.complete]),
      )
      const joined = entriesOf(pool).filter((entry) => joinedSeasonAt(pool.state, entry, year) !== undefined)
      expect(new Set(view.entries.map((entry) => entry.id))).toEqual(new Set(joined.map((entry) => entry.id)))
      expect(new Set(participantsInView(view).map((entry) => entry.id))).toEqual(
        new Set(participantsOf(pool.state, facts).map(({ entry }) => entry.id)),
      )
      for (const entry of joined) {
        const standing = entryStanding(pool.state, entry, facts)
        const shown = standings.get(entry.id)
        // The team of a hidden loss is not shown.
        expect(shown).toEqual(
          standing.status === 'out' && shown?.status === 'out' && shown.team === '?' ? { ...standing, team: '?' } : standing,
        )
      }
    }
    for (const week of pool.state.rounds.values()) {
      const view = weekView(source(), week.id)
      const shown = view?.entries.map(({ id, name, team, more = [] }) => ({
        id,
        name,
        teams: team === null ? [] : [team, ...more.map((other) => other.team)],
      }))
      expect(shown).toEqual(rowsOfWeek(pool, week.id))
      const picked = entriesOf(pool).flatMap((entry) => picksOf(entry, week.id))
      const listed = shown?.flatMap(({ teams }) => teams)
      expect(view?.pick_count).toBe(week.locked === null ? picked.length : listed?.length)
    }
  })

  it.each(seeds.slice(0, 4))('consist of the same rows as live messages (seed %i)', (seed) => {
    const pool = seed % 2 === 0 ? randomPool(seed, 250) : agreedPool(seed, 3 * (seed % 10))
    keep(pool)
    const ids = entriesOf(pool).map((entry) => entry.id)
    const some = ids.filter((_, i) => i % 3 === 0)
    const isSome = (row: { readonly id: number }) => some.includes(row.id as never)
    const season = seasonView(source(), 2025)
    expect(seasonEntries(source(), 2025)).toEqual(season.entries)
    expect(seasonEntries(source(), 2025, some)).toEqual(season.entries.filter(isSome))
    expect(seasonWeeks(source(), 2025)).toEqual(season.weeks)
    const weeks = [...pool.state.rounds.values()].map(({ id }) => weekView(source(), id)?.week)
    expect(new Set(weekInfos(source()))).toEqual(new Set(weeks))
    const admin = adminView(source())
    expect(userInfos(source())).toEqual(admin.users)
    for (const user of admin.users) expect(userView(source(), user.id)?.user).toEqual(user)
    const owned = admin.users.map((user) => userView(source(), user.id))
    const held = owned.flatMap(
      (view) => view?.entries.flatMap((entry) => entry.picks.map((pick) => `${pick.id} ${pick.team_abbr} ${pick.version}`)) ?? [],
    )
    const expected = entriesOf(pool).flatMap((entry) =>
      allPicks(entry)
        .filter((pick) => pool.state.rounds.has(pick.weekId))
        .map((pick) => `${pick.id} ${pick.team} ${pick.version}`),
    )
    expect(new Set(held)).toEqual(new Set(expected))
  })

  it('are empty in an empty pool and undefined for unknown ids', () => {
    keep(randomPool(1, 0))
    expect(weekView(source(), 99)).toBeUndefined()
    expect(userView(source(), 99)).toBeUndefined()
    expect(seasonView(source(), 1999).weeks).toEqual([])
    expect(weekView(source(), Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })
})
