import { type FeedGame, weekLabel } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { gamesOfWeek, SUNDAY, THURSDAY } from '../../tests/lab-season.ts'
import { clubGames, clubMembers, type ClubRow, type ClubSeason, type ClubWeek } from './club-season.ts'
import { replaySeason } from './replay.ts'

const row = (entryId: number, picked: readonly string[], assigned: readonly string[] = []): ClubRow => ({
  entryId,
  picked,
  assigned,
})

let lastGame = 0
const week = (weekNumber: number, games: readonly FeedGame[], rows: readonly ClubRow[], picks = 1): ClubWeek => ({
  weekNumber,
  picks,
  games: games.map((game) => ({ ...game, id: (lastGame += 1) })),
  rows,
})

const replay = (club: ClubSeason, rules: Parameters<typeof replaySeason>[1]) => {
  const { weeks, ...rest } = replaySeason(clubGames(club), rules, clubMembers(club))
  return { alive: weeks.map(({ weekNumber, alive }) => `${weekLabel(weekNumber)}:${alive}`).join(' '), ...rest }
}

describe('a season of the club', () => {
  // Begins in Week 3. Entry 2 forgets the first week, entry 3 comes in the second, entry 4 gets an automatic pick, entry 1 loses in the third.
  const club: ClubSeason = {
    seasonYear: 2025,
    weeks: [
      week(3, gamesOfWeek(3), [row(1, ['DAL']), row(2, []), row(4, [], ['GB'])]),
      week(4, gamesOfWeek(4), [row(1, ['KC']), row(2, ['SF']), row(3, ['DAL']), row(4, ['KC'])]),
      week(5, gamesOfWeek(5), [row(1, ['NYG']), row(2, ['GB']), row(3, ['KC']), row(4, ['SF'])]),
    ],
  }

  it('is what happened, under the rules of the club', () => {
    expect(replay(club, { missedPick: 'auto', autoPick: ['my_list'], lives: 2 })).toMatchObject({
      alive: '3:3 4:4 5:4',
      entries: 4,
      end: null,
    })
  })

  it('has members who forgot their first pick, and members who were not there yet', () => {
    expect(replay(club, { preset: 'classic' })).toMatchObject({ alive: '3:1', end: { weekNumber: 3 }, outWithoutPick: 2 })
    expect(replay(club, { preset: 'specification', lateEntries: 'closed' })).toMatchObject({ entries: 3, tooLate: 1 })
  })

  it('has a simulated member in the place of one who was out', () => {
    const longer = {
      ...club,
      weeks: [...club.weeks, week(6, gamesOfWeek(6), [row(2, ['DAL']), row(3, ['SF']), row(4, ['DAL'])])],
    }
    const [first] = clubMembers(longer)
    const games = clubGames(longer).weeks.get(6) ?? []
    const seen = { weekNumber: 6, games, over: [], countsAs: { ahead: 'win', behind: 'loss', level: 'loss' } as const }
    expect(first?.wishes(seen)).toHaveLength(8)
    expect(replay(longer, { preset: 'specification', lives: 2 }).alive).toMatch(/^3:3 4:4 5:4 6:[34]$/)
  })

  it('has slates and several picks', () => {
    const slates: ClubSeason = {
      seasonYear: 2025,
      weeks: [
        week(1, gamesOfWeek(1), [row(7, ['DAL']), row(8, ['KC']), row(9, ['GB'])]),
        week(2.1, THURSDAY, [row(7, ['KC']), row(8, ['DAL']), row(9, ['LV'])]),
        week(2.2, SUNDAY, [row(7, ['SF']), row(8, ['GB'])]),
        week(3, gamesOfWeek(3), [row(7, ['GB', 'DAL']), row(8, ['SF'])], 2),
      ],
    }
    const rules = { preset: 'classic', teamUses: 2, picksPerWeek: { picks: 2, fromWeek: 3 } } as const
    // Entry 9 falls in 2a, and entry 8 made only one of two picks in Week 3.
    expect(replay(slates, rules)).toMatchObject({
      alive: '1:3 2a:2 2b:2 3:1',
      end: { weekNumber: 3, champions: 1 },
      outWithoutPick: 1,
    })
    // With one pick a week, the first one counts.
    expect(replay(slates, { preset: 'classic' }).alive).toBe('1:3 2a:2 2b:2 3:2')
    // What an admin gave a week stays, whatever the rules say.
    const own = { ...slates, weeks: slates.weeks.map((one) => (one.picks === 2 ? { ...one, ownPicks: 2 } : one)) }
    expect(replay(own, { preset: 'classic', teamUses: 2 })).toMatchObject({ alive: '1:3 2a:2 2b:2 3:1', outWithoutPick: 1 })
  })

  it('leaves out weeks without games', () => {
    const [first, ...others] = club.weeks
    const empty = { ...club, weeks: [first, week(3.5, [], []), ...others].filter((known) => known !== undefined) }
    expect([...clubGames(empty).weeks.keys()]).toEqual([3, 4, 5])
  })
})
