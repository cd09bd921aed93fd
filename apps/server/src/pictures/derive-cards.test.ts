import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from '@outlast/contract/live/test-support'
import { describe, expect, it } from 'vitest'
import type { CardClub } from './card.ts'
import { championCard, countdownCard, eliminatedWeekOf, entryCard, weekCard } from './derive-cards.ts'

const club: CardClub = { name: 'Kickers', color: null, crest: null, host: null }
const locked = (number: number, results: Readonly<Record<string, 'win' | 'loss'>> = {}, isComplete = true) =>
  seasonWeek(number, { is_locked: true, results, is_complete: isComplete })

describe('countdownCard', () => {
  it('has the lock time in the pool’s time zone and the number of the week, and nothing else', () => {
    const week = weekInfo({ week_number: 9, lock_time: '2025-11-02T17:00:00.000Z' })
    expect(countdownCard(club, week)).toEqual({
      kind: 'countdown',
      club,
      season: 2025,
      week: 9,
      day: 'Sunday, November 2',
      time: '12:00 PM ET',
    })
  })
})

describe('weekCard', () => {
  const games = [
    gameInfo({ id: 1, home_team_abbr: 'KC', away_team_abbr: 'LAC', home_score: 20, away_score: 3, status: 'final' }),
    gameInfo({ id: 2, home_team_abbr: 'BUF', away_team_abbr: 'MIA', home_score: 0, away_score: 0, status: 'in_progress' }),
  ]
  const entries = [
    weekEntry(1, 'Alpha', { team: 'KC' }),
    weekEntry(2, 'Beta', { team: 'LAC' }),
    weekEntry(3, '🏈', { team: 'LAC' }),
    weekEntry(4, 'Delta', { team: 'BUF' }),
    weekEntry(5, 'Eta'),
  ]
  const season = seasonView({
    weeks: [locked(1, { KC: 'win', LAC: 'loss' }, false)],
    entries: entries.map(({ id, name, team }) => seasonEntry(id, name, team === null ? { missed: [1] } : { picks: { 1: team } })),
  })
  const view = weekView({ week: weekInfo({ is_locked: true, is_current: true }), games, entries })

  it.each([
    [2, { status: 'cancelled' }],
    [2, { status: 'postponed' }],
    [1, { status: 'postponed', phase: 'closed' }],
  ] as const)('counts %i games as left with one that is %j: what keeps the week from its end', (gamesLeft, over) => {
    const called = gameInfo({ id: 9, home_team_abbr: 'SF', away_team_abbr: 'DAL', ...over })
    expect(weekCard(club, { ...view, games: [...games, called] }, season)).toMatchObject({ gamesLeft })
  })

  it('counts who is still in, names who is out, and has the most popular teams first', () => {
    expect(weekCard(club, view, season)).toMatchObject({
      kind: 'week',
      week: 1,
      gamesLeft: 1,
      entered: 5,
      alive: 3,
      out: 2,
      outNames: ['Beta', 'Entry 3'],
      bars: [
        { team: 'LAC', picks: 2, result: 'loss' },
        { team: 'BUF', picks: 1, result: null },
        { team: 'KC', picks: 1, result: 'win' },
      ],
    })
  })

  it('counts the picks of a week with several', () => {
    const [first, ...others] = entries
    const more = [{ slot: 2, team: 'BUF', is_override: false, is_auto: false }]
    const two = weekView({ week: weekInfo({ is_locked: true, picks: 2 }), games, entries: [{ ...first!, more }, ...others] })
    expect(weekCard(club, two, season).bars.slice(0, 2)).toEqual([
      { team: 'BUF', picks: 2, result: null },
      { team: 'LAC', picks: 2, result: 'loss' },
    ])
  })

  it('says where the picks of teams that lost are safe', () => {
    expect(weekCard(club, view, season)).not.toHaveProperty('objective')
    const toLose = {
      ...view,
      games: games.map((game) => ({ ...game, counts_as: { ahead: 'loss', behind: 'win', level: 'loss' } as const })),
    }
    const card = weekCard(club, toLose, season)
    expect([card.objective, card.bars.map(({ team, result }) => `${team} ${result}`)]).toEqual([
      'lose',
      ['LAC win', 'BUF null', 'KC loss'],
    ])
  })

  it('counts the names and teams that do not fit', () => {
    const many = Array.from({ length: 40 }, (_, index) => weekEntry(index + 1, `Entry ${index + 1}`, { team: 'LAC' }))
    const card = weekCard(club, { ...view, entries: many }, seasonView({ weeks: season.weeks }))
    expect([card.out, card.outNames.length]).toEqual([40, 12])
  })
})

describe('entryCard', () => {
  const season = seasonView({
    weeks: [locked(1, { KC: 'win', BUF: 'win' }), locked(2, { MIA: 'loss', SF: 'win' }), seasonWeek(3)],
    entries: [
      seasonEntry(1, 'Alpha', { picks: { 1: 'KC', 2: 'SF' } }),
      seasonEntry(2, 'Beta', { picks: { 1: 'BUF', 2: 'MIA' } }),
      seasonEntry(3, 'Gamma', { picks: { 1: 'BUF', 2: 'SF' } }),
    ],
  })
  const entry = (index: number) => season.entries[index]!

  it('has the picks of an entry that is alive, and how many entries are left', () => {
    expect(entryCard(club, season, entry(0), [])).toMatchObject({
      name: 'Alpha',
      state: 'in',
      survived: 2,
      alive: 2,
      headline: '',
      reason: '',
      picks: [
        { week: 1, team: 'KC', result: 'win' },
        { week: 2, team: 'SF', result: 'win' },
      ],
    })
  })

  it('has a chip for each pick of a week with several', () => {
    const one = seasonEntry(1, 'Alpha', { picks: { 1: 'KC', 2: 'SF' }, more: { 2: ['MIA'] } })
    expect(entryCard(club, { ...season, entries: [one, ...season.entries.slice(1)] }, one, []).picks).toEqual([
      { week: 1, team: 'KC', result: 'win' },
      { week: 2, team: 'SF', result: 'win' },
      { week: 2, team: 'MIA', result: 'loss' },
    ])
  })

  it('says why an entry is out, with the score of the week in which it went out', () => {
    const game = gameInfo({ home_team_abbr: 'MIA', away_team_abbr: 'NE', home_score: 24, away_score: 28, status: 'final' })
    expect(eliminatedWeekOf(season, 2)).toBe(2)
    expect(entryCard(club, season, entry(1), [game])).toMatchObject({
      state: 'out',
      survived: 1,
      headline: 'Out in week 2.',
      reason: 'It picked the Dolphins; they lost 24–28.',
    })
  })

  it('never has the name of a member', () => {
    expect(JSON.stringify(season.entries.map((one) => entryCard(club, season, one, [])))).not.toContain('Member')
  })
})

describe('championCard', () => {
  const weeks = [locked(1, { KC: 'win', BUF: 'win', MIA: 'loss' }), locked(2, { SF: 'win', DAL: 'loss', NE: 'loss' })]

  it('is absent while the season runs', () => {
    const entries = [seasonEntry(1, 'Alpha', { picks: { 1: 'KC' } }), seasonEntry(2, 'Beta', { picks: { 1: 'BUF' } })]
    expect(championCard(club, seasonView({ weeks, entries }))).toBeUndefined()
  })

  it('has the picks of a sole champion, and the number of entries alive after each week', () => {
    const entries = [
      seasonEntry(1, 'Alpha', { picks: { 1: 'KC', 2: 'SF' } }),
      seasonEntry(2, 'Beta', { picks: { 1: 'BUF', 2: 'DAL' } }),
      seasonEntry(3, 'Gamma', { picks: { 1: 'MIA' } }),
    ]
    expect(championCard(club, seasonView({ weeks, entries }))).toMatchObject({
      names: ['Alpha'],
      week: 2,
      entries: 3,
      hasSurvivor: true,
      picks: [{ team: 'KC' }, { team: 'SF' }],
      curve: [3, 2, 1],
    })
  })

  it('names all that share a title', () => {
    const entries = [
      seasonEntry(2, 'Beta', { picks: { 1: 'KC', 2: 'DAL' } }),
      seasonEntry(1, 'Alpha', { picks: { 1: 'BUF', 2: 'NE' } }),
      seasonEntry(3, 'Gamma', { picks: { 1: 'MIA' } }),
    ]
    const card = championCard(club, seasonView({ weeks, entries }))
    expect(card).toMatchObject({ names: ['Alpha', 'Beta'], hasSurvivor: false, picks: [] })
    expect(JSON.stringify(card)).not.toContain('Member')
  })
})
