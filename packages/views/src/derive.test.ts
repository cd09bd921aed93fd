import { describe, expect, it } from 'vitest'
import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from '@outlast/contract/live/test-support'
import type { SeasonView, UserPick } from '@outlast/contract/live/wire'
import {
  decidedGameOf,
  distributionOf,
  seasonOutcomeOf,
  leaderboardOf,
  lostWeeksOf,
  matrixOf,
  openWeeksOf,
  voidReason,
  resultsOf,
  revealOf,
  standingsOf,
  survivalOf,
  takesPartInWeek,
  usageOf,
} from './index.ts'

/** Two complete weeks, a locked week with one game to come, and an open week. */
const played = (): SeasonView =>
  seasonView({
    weeks: [
      seasonWeek(1, { is_locked: true, is_complete: true, results: { KC: 'win', LAC: 'loss', DAL: 'loss', GB: 'loss' } }),
      seasonWeek(2, { is_locked: true, is_complete: true, results: { SF: 'win', SEA: 'loss', BUF: 'win', NYJ: 'loss' } }),
      seasonWeek(3, { is_locked: true, results: { DEN: 'win', LV: 'loss' } }),
      seasonWeek(4),
    ],
    entries: [
      seasonEntry(1, 'Alive', { picks: { 1: 'KC', 2: 'SF', 3: 'DEN' } }),
      seasonEntry(2, 'By hand', { picks: { 1: 'KC' }, eliminated_by_hand: 2 }),
      seasonEntry(3, 'Forgiven', { picks: { 1: 'LAC', 2: 'BUF' }, forgiven: [{ week: 1, team: 'LAC' }], missed: [3] }),
      seasonEntry(4, 'Tied', { picks: { 1: 'DAL' } }),
      seasonEntry(5, 'Waiting', { picks: { 1: 'KC', 2: 'SF', 3: 'PHI' } }),
      seasonEntry(6, 'Hidden loss', { picks: { 1: 'KC' }, hidden_losses: [4] }),
    ],
  })

describe('several lives and automatic picks', () => {
  const season = seasonView({
    lives: 2,
    weeks: [1, 2, 3].map((n) =>
      seasonWeek(n, { is_locked: true, is_complete: true, results: { KC: 'loss', SF: 'win', BUF: 'loss' } }),
    ),
    entries: [
      seasonEntry(1, 'One left', { picks: { 1: 'SF', 2: 'KC' }, auto: [2] }),
      seasonEntry(2, 'Out', { picks: { 1: 'KC', 3: 'BUF' } }),
    ],
  })
  it('lostWeeksOf names the weeks in which an entry lost lives', () => {
    expect(lostWeeksOf(season, 1)).toEqual([2])
    expect(lostWeeksOf(season, 2)).toEqual([1, 3])
    expect(lostWeeksOf(season, 9)).toEqual([])
  })
  it('matrixOf marks automatic picks', () => {
    expect(matrixOf(season).entries[0]?.picks).toEqual({
      1: { team_abbr: 'SF', result: 'win' },
      2: { team_abbr: 'KC', result: 'loss', is_auto: true },
    })
    const several = seasonEntry(1, 'Two picks', { picks: { 1: 'SF' }, more: { 1: ['KC'] }, auto: [1], auto_teams: ['KC'] })
    expect(matrixOf({ ...season, entries: [several] }).entries[0]?.picks).toEqual({
      1: { team_abbr: 'SF', result: 'win', more: [{ team_abbr: 'KC', result: 'loss', is_auto: true }] },
    })
  })
})

describe('standingsOf', () => {
  it('derives losses, hidden losses and eliminations by hand', () => {
    expect([...standingsOf(played())]).toEqual([
      [1, { status: 'alive', losses: 0, livesLeft: 1 }],
      [2, { status: 'out', losses: 0, livesLeft: 0, eliminatedWeek: 2, cause: 'hand', team: null }],
      [3, { status: 'alive', losses: 0, livesLeft: 1 }],
      [4, { status: 'out', losses: 1, livesLeft: 0, eliminatedWeek: 1, cause: 'loss', team: 'DAL' }],
      [5, { status: 'alive', losses: 0, livesLeft: 1 }],
      [6, { status: 'out', losses: 1, livesLeft: 0, eliminatedWeek: 4, cause: 'loss', team: '?' }],
    ])
  })

  it('eliminates for a missed pick only in a complete week and only under the rule `eliminated`', () => {
    const strict = seasonView({
      missed_pick: 'eliminated',
      weeks: [seasonWeek(1, { is_locked: true, is_complete: true }), seasonWeek(2, { is_locked: true })],
      entries: [
        seasonEntry(1, 'A', { missed: [1] }),
        seasonEntry(2, 'B', { missed: [1], forgiven: [{ week: 1, team: null }] }),
        seasonEntry(3, 'C', { missed: [2] }),
      ],
    })
    expect([...standingsOf(strict).values()].map((standing) => standing.status)).toEqual(['out', 'alive', 'alive'])
    expect(standingsOf({ ...strict, missed_pick: 'survives' }).get(1)).toEqual({ status: 'alive', losses: 0, livesLeft: 1 })
  })

  it('names the champion once the week of the last elimination is complete', () => {
    const week = seasonWeek(1, { is_locked: true, is_complete: true, results: { KC: 'win', LAC: 'loss' } })
    const [winner, loser] = [seasonEntry(1, 'A', { picks: { 1: 'KC' } }), seasonEntry(2, 'B', { picks: { 1: 'LAC' } })]
    const one = seasonView({ weeks: [week], entries: [winner, loser] })
    expect(seasonOutcomeOf(one)).toEqual({ status: 'finished', weekNumber: 1, champions: [1] })
    expect(matrixOf(one).champion_entry_ids).toEqual([1])
    const shared = seasonView({ weeks: [week], entries: [{ ...winner, picks: { 1: 'LAC' } }, loser] })
    expect(matrixOf(shared).champion_entry_ids).toEqual([1, 2])
    expect(seasonOutcomeOf({ ...one, weeks: [{ ...week, is_complete: false }] })).toEqual({ status: 'running' })
    expect(matrixOf(played()).champion_entry_ids).toEqual([])
  })
})

describe('matrixOf, leaderboardOf, usageOf and survivalOf', () => {
  it('matrixOf has a cell with the result of each revealed pick, and the week of elimination', () => {
    const matrix = matrixOf(played())
    expect(matrix.season_year).toBe(2025)
    expect(matrix.weeks[0]).toEqual({ id: 1, week_number: 1, is_locked: true })
    expect(matrix.entries[4]).toEqual({
      id: 5,
      name: 'Waiting',
      user_name: 'Member 5',
      picks: {
        1: { team_abbr: 'KC', result: 'win' },
        2: { team_abbr: 'SF', result: 'win' },
        3: { team_abbr: 'PHI', result: 'tbd' },
      },
      is_eliminated: false,
      eliminated_week: null,
      lives_left: 1,
      losses: 0,
    })
    expect(matrix.entries[3]).toMatchObject({
      picks: { 1: { team_abbr: 'DAL', result: 'loss' } },
      is_eliminated: true,
      eliminated_week: 1,
      lives_left: 0,
      losses: 1,
    })
    // A hidden loss eliminates the entry without revealing the team.
    expect(matrix.entries[5]).toMatchObject({ picks: { 1: { team_abbr: 'KC', result: 'win' } }, eliminated_week: 4 })
  })

  it('derives an entry with several lives as alive until its last loss', () => {
    const view = seasonView({
      lives: 2,
      weeks: [1, 2].map((week) => seasonWeek(week, { is_locked: true, results: { DAL: 'loss', KC: 'loss', SF: 'win' } })),
      entries: [
        seasonEntry(1, 'Once', { picks: { 1: 'DAL', 2: 'SF' } }),
        seasonEntry(2, 'Twice', { picks: { 1: 'DAL', 2: 'KC' } }),
        seasonEntry(3, 'Never', { picks: { 1: 'SF' } }),
      ],
    })
    const matrix = matrixOf(view)
    expect(matrix.entries.map((entry) => [entry.lives_left, entry.losses, entry.eliminated_week])).toEqual([
      [1, 1, null],
      [0, 2, 2],
      [2, 0, null],
    ])
    // More lives left come before more wins.
    expect(leaderboardOf(matrix).map((row) => [row.entry, row.lives_left])).toEqual([
      ['Never', 2],
      ['Once', 1],
      ['Twice', 0],
    ])
  })

  it('leaderboardOf sorts by survival, elimination week, wins and losses, and gives equal rows one rank', () => {
    const rows = leaderboardOf(matrixOf(played())).map((row) => [row.rank, row.entry, row.wins, row.losses, row.eliminated_week])
    expect(rows).toEqual([
      [1, 'Alive', 3, 0, null],
      [2, 'Waiting', 2, 0, null],
      [3, 'Forgiven', 1, 1, null],
      [4, 'Hidden loss', 1, 0, 4],
      [5, 'By hand', 1, 0, 2],
      [6, 'Tied', 0, 1, 1],
    ])
    const equal = seasonView({
      weeks: [],
      entries: [seasonEntry(1, 'A'), seasonEntry(2, 'B'), seasonEntry(3, 'C', { eliminated_by_hand: 1 })],
    })
    expect(leaderboardOf(matrixOf(equal)).map((row) => row.rank)).toEqual([1, 1, 3])
  })

  it('leaderboardOf puts the champion first, and fewer losses before the name', () => {
    const results = { KC: 'win', LAC: 'loss', SF: 'loss' } as const
    const weeks = [1, 2].map((n) => seasonWeek(n, { is_locked: true, is_complete: true, results }))
    const forgiven = [{ week: 1, team: 'LAC' }]
    const loser = seasonEntry(1, 'A', { picks: { 1: 'LAC', 2: 'SF' }, forgiven })
    const winner = seasonEntry(2, 'Z', { picks: { 1: 'LAC', 2: 'KC' }, forgiven })
    const order = (entries: readonly ReturnType<typeof seasonEntry>[], of = weeks) =>
      leaderboardOf(matrixOf(seasonView({ weeks: of, entries }))).map((row) => [row.rank, row.entry, row.losses])
    expect(order([loser, winner])).toEqual([
      [1, 'Z', 1],
      [2, 'A', 2],
    ])
    const rest = [seasonEntry(3, 'B', { picks: { 1: 'LAC' }, forgiven }), seasonEntry(4, 'C')]
    expect(order(rest)).toEqual([
      [1, 'C', 0],
      [2, 'B', 1],
    ])
    expect(
      order([...rest, seasonEntry(5, 'D', { picks: { 1: 'LAC', 2: 'LAC' }, forgiven: [...forgiven, { week: 2, team: 'LAC' }] })]),
    ).toEqual([
      [1, 'C', 0],
      [2, 'B', 1],
      [3, 'D', 2],
    ])
  })

  it('leaderboardOf gives co-champions rank 1 whatever their wins', () => {
    const weeks = [1, 2].map((n) =>
      seasonWeek(n, { is_locked: true, is_complete: true, results: { KC: 'win', LAC: 'loss', SF: 'loss' } }),
    )
    const entries = [
      seasonEntry(1, 'A', { missed: [1], picks: { 2: 'SF' } }),
      seasonEntry(2, 'B', { picks: { 1: 'KC', 2: 'LAC' } }),
      seasonEntry(3, 'C', { picks: { 1: 'LAC' } }),
    ]
    const rows = leaderboardOf(matrixOf(seasonView({ weeks, entries })))
    expect(rows.map((row) => [row.rank, row.entry_id, row.is_champion])).toEqual([
      [1, 1, true],
      [1, 2, true],
      [3, 3, false],
    ])
  })

  it('usageOf counts picks by team with percentages to one decimal', () => {
    expect(usageOf(matrixOf(played()))).toEqual([
      { team_abbr: 'KC', weeks: { 1: 4 }, total: 4, percent: 36.4 },
      { team_abbr: 'SF', weeks: { 2: 2 }, total: 2, percent: 18.2 },
      { team_abbr: 'BUF', weeks: { 2: 1 }, total: 1, percent: 9.1 },
      { team_abbr: 'DAL', weeks: { 1: 1 }, total: 1, percent: 9.1 },
      { team_abbr: 'DEN', weeks: { 3: 1 }, total: 1, percent: 9.1 },
      { team_abbr: 'LAC', weeks: { 1: 1 }, total: 1, percent: 9.1 },
      { team_abbr: 'PHI', weeks: { 3: 1 }, total: 1, percent: 9.1 },
    ])
    expect(usageOf(matrixOf(seasonView()))).toEqual([])
  })

  it('survivalOf counts the entries left after each week', () => {
    expect(survivalOf(played())).toEqual([
      { week_number: 0, alive: 6, eliminated: 0 },
      { week_number: 1, alive: 5, eliminated: 1 },
      { week_number: 2, alive: 4, eliminated: 1 },
      { week_number: 3, alive: 4, eliminated: 0 },
      { week_number: 4, alive: 3, eliminated: 1 },
    ])
  })

  it('survivalOf starts with the entries of the first week, and counts later ones from the week that they joined', () => {
    const weeks = [1, 2].map((n) => seasonWeek(n, { is_locked: true, is_complete: true, results: { KC: 'win', LAC: 'loss' } }))
    const entries = [
      seasonEntry(1, 'Early', { picks: { 1: 'KC', 2: 'LAC' } }),
      seasonEntry(2, 'Unlucky', { picks: { 1: 'LAC' } }),
      seasonEntry(4, 'Steady', { picks: { 1: 'KC' } }),
      // The locks of the weeks are at the positions 11 and 12.
      seasonEntry(3, 'Late', { created_position: 11, picks: { 2: 'KC' } }),
    ]
    expect(survivalOf(seasonView({ weeks, entries })).map(({ alive }) => alive)).toEqual([3, 2, 2])
  })

  it('survivalOf never counts an entry that joined after the week that decided the season', () => {
    const weeks = [seasonWeek(1, { is_locked: true, is_complete: true, results: { KC: 'win', LAC: 'loss' } }), seasonWeek(2)]
    const entries = [
      seasonEntry(1, 'Champion', { picks: { 1: 'KC' } }),
      seasonEntry(2, 'Out', { picks: { 1: 'LAC' } }),
      seasonEntry(3, 'Late', { created_position: 20 }),
    ]
    expect(survivalOf(seasonView({ weeks, entries }))).toEqual([
      { week_number: 0, alive: 2, eliminated: 0 },
      { week_number: 1, alive: 1, eliminated: 1 },
    ])
  })

  it('survivalOf rises when more entries join than fall', () => {
    const weeks = [1, 2].map((n) => seasonWeek(n, { is_locked: true, results: { KC: 'win', LAC: 'loss' } }))
    const entries = [
      seasonEntry(1, 'Early', { picks: { 1: 'KC', 2: 'KC' } }),
      seasonEntry(2, 'Late', { created_position: 11, picks: { 2: 'KC' } }),
      seasonEntry(3, 'Later', { created_position: 11, picks: { 2: 'KC' } }),
    ]
    expect(survivalOf(seasonView({ weeks, entries })).map(({ alive }) => alive)).toEqual([1, 1, 3])
  })
})

describe('revealOf, resultsOf and distributionOf', () => {
  const final = { status: 'final', home_score: 40, away_score: 40, result_at: '2025-09-08T00:00:00.000Z' } as const
  const games = [
    gameInfo({ id: 1, home_team_abbr: 'DAL', away_team_abbr: 'GB', ...final }),
    gameInfo({ id: 2, ...final, home_score: 20, away_score: 17, result_at: '2025-09-07T20:05:00.000Z' }),
    gameInfo({ id: 3, home_team_abbr: 'SF', away_team_abbr: 'SEA', status: 'in_progress', home_score: 3, away_score: 0 }),
  ]
  const entries = [
    weekEntry(1, 'A', { team: 'KC' }),
    weekEntry(2, 'B', { team: 'GB', is_override: true }),
    weekEntry(3, 'C', { team: 'SF' }),
    weekEntry(4, 'D'),
    weekEntry(5, 'E', { team: 'KC' }),
  ]
  const view = () => weekView({ week: weekInfo({ is_locked: true }), games, entries })

  it('revealOf has a row per entry with the result and its time', () => {
    const { rows, totals } = revealOf(view())
    expect(rows[0]).toEqual({
      id: 1_000_001,
      entry_id: 1,
      entry_name: 'A',
      week_id: 1,
      week_number: 1,
      team_abbr: 'KC',
      team_city: 'Kansas City',
      team_name: 'Chiefs',
      result: 'win',
      result_at: '2025-09-07T20:05:00.000Z',
    })
    expect(rows[1]).toMatchObject({ team_abbr: 'GB', result: 'loss', result_at: final.result_at, is_override: true })
    expect(rows[2]).toMatchObject({ team_abbr: 'SF', result: 'tbd', result_at: null })
    expect(rows[3]).toMatchObject({ id: 'nopick-4', team_abbr: null, result: null, result_at: null, no_pick: true })
    expect(totals).toEqual({ total: 4, wins: 2, losses: 1, ties: 0, tbd: 1, no_pick: 1 })
  })

  it('revealOf marks automatic picks', () => {
    const assigned = { ...view(), entries: [weekEntry(1, 'A', { team: 'KC', is_auto: true }), weekEntry(2, 'B', { team: 'KC' })] }
    expect(revealOf(assigned).rows.map((row) => row.is_auto)).toEqual([true, undefined])
  })

  it('revealOf counts ties separately where a tie costs nothing', () => {
    const safe = {
      ...view(),
      games: games.map((game) => ({ ...game, counts_as: { ahead: 'win', behind: 'loss', level: 'tie' } as const })),
    }
    expect(revealOf(safe).rows[1]).toMatchObject({ team_abbr: 'GB', result: 'tie', result_at: final.result_at })
    expect(revealOf(safe).totals).toEqual({ total: 4, wins: 2, losses: 0, ties: 1, tbd: 1, no_pick: 1 })
  })

  it('revealOf settles games of an open week only when an admin set them to final', () => {
    const open = { ...view(), week: weekInfo() }
    expect(revealOf(open).totals).toEqual({ total: 4, wins: 0, losses: 0, ties: 0, tbd: 4, no_pick: 1 })
    const byAdmin = { ...open, games: games.map((game) => ({ ...game, final_by_admin: true })) }
    expect(revealOf(byAdmin).totals).toMatchObject({ wins: 2, losses: 1 })
  })

  it('resultsOf returns the winners and losers of a locked week', () => {
    expect([...resultsOf(view())]).toEqual([
      ['DAL', 'loss'],
      ['GB', 'loss'],
      ['KC', 'win'],
      ['LAC', 'loss'],
    ])
    expect([...resultsOf({ ...view(), week: weekInfo() })]).toEqual([])
  })

  it('decidedGameOf returns the game that decided a pick: the last one that settled, or one that the week was closed without', () => {
    const postponed = gameInfo({
      id: 4,
      home_team_abbr: 'KC',
      away_team_abbr: 'DEN',
      status: 'postponed',
      phase: 'closed_as_loss',
    })
    const week = { ...view(), games: [...games, postponed] }
    const decided = (team: string) => decidedGameOf(week, team)?.id
    expect(['KC', 'GB', 'DEN', 'SF', 'ARI'].map(decided)).toEqual([2, 1, 4, undefined, undefined])
    expect(decidedGameOf({ ...week, week: weekInfo() }, 'KC')).toBeUndefined()
  })

  it('revealOf leaves the name of an unknown team null', () => {
    const { rows } = revealOf({ ...view(), entries: [weekEntry(1, 'A', { team: 'XXX' })] })
    expect(rows).toMatchObject([{ team_abbr: 'XXX', team_city: null, team_name: null, result: 'tbd' }])
  })

  it('distributionOf sorts by the number of picks, then by abbreviation', () => {
    const teams = ['SF', 'GB', 'KC', 'KC', 'ARI', 'DAL', 'DAL']
    const many = weekView({ entries: teams.map((team, i) => weekEntry(i, `E${i}`, { team })) })
    expect(distributionOf(many).map((row) => row.team_abbr)).toEqual(['DAL', 'KC', 'ARI', 'GB', 'SF'])
  })

  it('distributionOf counts picks by team with percentages', () => {
    expect(distributionOf(view())).toEqual([
      { team_abbr: 'KC', count: 2, percent: 50 },
      { team_abbr: 'GB', count: 1, percent: 25 },
      { team_abbr: 'SF', count: 1, percent: 25 },
    ])
  })
})

const ONCE = { teamUses: 1, teamsFreeAgainIn: null }

describe('openWeeksOf', () => {
  const weeks = [
    weekInfo({ id: 1, week_number: 1, is_locked: true }),
    weekInfo({ id: 2, week_number: 2, is_current: true, is_locked: true }),
    weekInfo({ id: 4, week_number: 4 }),
    weekInfo({ id: 3, week_number: 3 }),
  ]
  const season = seasonView({
    weeks: [
      seasonWeek(1, { is_locked: true, results: { KC: 'win', LAC: 'loss' } }),
      seasonWeek(2, { is_locked: true }),
      seasonWeek(3, { first_lock_position: 20, played_lock_position: 20 }),
      seasonWeek(4),
    ],
    entries: [
      seasonEntry(1, 'In', { picks: { 1: 'KC' } }),
      seasonEntry(2, 'Out', { picks: { 1: 'LAC' } }),
      seasonEntry(3, 'Late', { created_position: 30 }),
    ],
  })
  const pick = (week: number, team: string | null) =>
    ({ week_id: week, week_number: week, season_year: 2025, team_abbr: team }) as UserPick
  const of = (id: number, ...picks: readonly UserPick[]) =>
    openWeeksOf({ id, picks }, weeks, season, ONCE).map(({ week_number, has_pick, used_in_week }) => [
      week_number,
      has_pick,
      used_in_week,
    ])

  it('lists every open week, although a finished one is current, and says which pick is void', () => {
    expect(of(1, pick(1, 'KC'), pick(3, 'SF'), pick(4, 'KC'))).toEqual([
      [3, true, null],
      [4, true, 1],
    ])
    expect(of(1, pick(1, 'KC'), pick(4, null))).toEqual([
      [3, false, null],
      [4, true, null],
    ])
  })
  it('says that a pick is void if its game moved away before the week’s first lock, but not after it', () => {
    const left = { left_teams: ['DEN', 'SEA'] }
    const moved = { ...season, weeks: [seasonWeek(3, { ...left, first_lock_position: 20 }), seasonWeek(4, left)] }
    const reasonOf = (plan: UserPick) => voidReason(plan, [plan], weeks, moved, ONCE)
    expect([reasonOf(pick(4, 'SEA')), reasonOf(pick(4, 'SF')), reasonOf(pick(3, 'SEA'))]).toEqual([
      { code: 'game_left', week_number: 4 },
      null,
      null,
    ])
  })
  it('says that a pick is void if its team has no game in the week, also after the week’s first lock', () => {
    const byes = { bye_teams: ['NYJ'] }
    const known = { ...season, weeks: [seasonWeek(3, { ...byes, first_lock_position: 20 }), seasonWeek(4, byes)] }
    const reasonOf = (plan: UserPick) => voidReason(plan, [plan], weeks, known, ONCE)
    const onBye = (week_number: number) => ({ code: 'team_on_bye', week_number })
    expect([reasonOf(pick(4, 'NYJ')), reasonOf(pick(3, 'NYJ')), reasonOf(pick(4, 'SF'))]).toEqual([onBye(4), onBye(3), null])
    expect(openWeeksOf({ id: 1, picks: [pick(4, 'NYJ')] }, weeks, { ...season, weeks: known.weeks }, ONCE)).toMatchObject([
      { week_number: 3, used_in_week: null },
      { week_number: 4, used_in_week: 4, no_game: true },
    ])
  })
  it('lists none for an entry that is out, and no week that was played before the entry joined', () => {
    expect(of(2)).toEqual([])
    expect(of(3)).toEqual([[4, false, null]])
    expect(of(9)).toEqual([])
  })
})

it('takesPartInWeek counts an entry that joined while the week was open again only if it picked', () => {
  const again = seasonWeek(1, { is_locked: true, lock_position: 20, first_lock_position: 10, played_lock_position: null })
  const takesPart = (created_position: number, picks: Record<number, string>) =>
    takesPartInWeek({ created_position, picks }, again)
  expect([takesPart(9, {}), takesPart(19, { 1: 'KC' }), takesPart(19, { 2: 'KC' }), takesPart(19, {})]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('derived values are cached per view object', () => {
  const season = played()
  expect(standingsOf(season)).toBe(standingsOf(season))
  expect(matrixOf(season)).toBe(matrixOf(season))
  expect(seasonOutcomeOf(season)).toBe(seasonOutcomeOf(season))
  const [first, second] = matrixOf(season).entries
  expect(first?.picks['1']).toBe(second?.picks['1'])
  const week = weekView()
  expect(revealOf(week)).toBe(revealOf(week))
})
