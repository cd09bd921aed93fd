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
import { useTestDatabase } from '../../tests/database.ts'
import type { RecordedPool } from '../../tests/recorded-pool.ts'
import { store } from '../../tests/store.ts'
import { agreedPool, randomPool, someOf } from '../../tests/random-pool.ts'
import {
  adminView,
  adminEntries,
  userInfos,
  gamesOf,
  seasonEntries,
  seasonView,
  seasonWeeks,
  userEntries,
  userView,
  weekEntries,
  weekInfos,
  weekView,
} from '../index.ts'

const db = useTestDatabase()

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

  it.each(seeds)('show the standings that the domain derives (seed %i)', async (seed) => {
    const pool = seed % 2 === 0 ? randomPool(seed, 250) : agreedPool(seed, 3 * (seed % 10))
    await store(db, pool)
    for (const year of [2025, 2026]) {
      const view = await seasonView(db, year)
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
      const view = await weekView(db, week.id)
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

  it.each(seeds.slice(0, 4))('consist of the same rows as live messages (seed %i)', async (seed) => {
    const pool = seed % 2 === 0 ? randomPool(seed, 250) : agreedPool(seed, 3 * (seed % 10))
    await store(db, pool)
    const ids = entriesOf(pool).map((entry) => entry.id)
    const some = ids.filter((_, i) => i % 3 === 0)
    const isSome = (row: { readonly id: number }) => some.includes(row.id as never)
    const season = await seasonView(db, 2025)
    expect(await seasonEntries(db, 2025)).toEqual(season.entries)
    expect(await seasonEntries(db, 2025, some)).toEqual(season.entries.filter(isSome))
    expect(await seasonWeeks(db, 2025)).toEqual(season.weeks)
    for (const { id } of pool.state.rounds.values()) {
      const view = await weekView(db, id)
      expect(await weekEntries(db, id, some)).toEqual(view?.entries.filter(isSome))
      const games = view?.games.filter((_, i) => i % 2 === 0) ?? []
      expect(
        await gamesOf(
          db,
          id,
          games.map((game) => game.id),
        ),
      ).toEqual(games)
      expect(await weekInfos(db, [id])).toEqual([view?.week])
    }
    const admin = await adminView(db)
    expect(await adminEntries(db, some)).toEqual(admin.entries.filter(isSome))
    for (const user of admin.users) {
      expect(await userInfos(db, [user.id])).toEqual([user])
      const view = await userView(db, user.id)
      expect(view?.user).toEqual(user)
      expect(await userEntries(db, user.id, some)).toEqual(view?.entries.filter(isSome))
    }
    const owned = await Promise.all(admin.users.map((user) => userView(db, user.id)))
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

  it('are empty in an empty pool and undefined for unknown ids', async () => {
    await store(db, randomPool(1, 0))
    expect(await weekView(db, 99)).toBeUndefined()
    expect(await weekEntries(db, 99)).toEqual([])
    expect(await userView(db, 99)).toBeUndefined()
    expect((await seasonView(db, 1999)).weeks).toEqual([])
    expect(await weekView(db, Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })
})
