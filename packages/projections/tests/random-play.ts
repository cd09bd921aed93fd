import { createHash } from 'node:crypto'
import { instantFromMs, instantToMs, TEAMS } from '@outlast/domain'
import { Play } from './play.ts'

/** Deterministic choices from a seed. */
export class Choices {
  #state: number
  constructor(seed: number) {
    this.#state = createHash('sha256').update(String(seed)).digest().readUInt32LE(0)
  }
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * limit)
  }
  of<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)]
  }
  chance(percent: number): boolean {
    return this.below(100) < percent
  }
}

type Move = (play: Play, choose: Choices) => void

const users = (play: Play) => [...play.state.users.values()].map((user) => user.id)
const entries = (play: Play) => [...play.state.entries.values()]
const weeks = (play: Play) => [...play.state.weeks.values()]
const someEntry = (play: Play, choose: Choices) => choose.of(entries(play))?.id ?? 1
const someWeek = (play: Play, choose: Choices) => choose.of(weeks(play))?.id ?? 1
const someTeam = (choose: Choices) => choose.of(TEAMS)?.abbr ?? 'KC'
const seed = (choose: Choices) =>
  createHash('sha256')
    .update(String(choose.below(1e9)))
    .digest('hex')

const pick: Move = (play, choose) => void play.pick(someEntry(play, choose), someWeek(play, choose), someTeam(choose))

function sync(play: Play, choose: Choices): void {
  const week = choose.of(weeks(play))
  if (week === undefined) return
  const games = [0, 2, 4, 6].map((i) => {
    const status = choose.of(['scheduled', 'in_progress', 'final', 'final', 'cancelled', 'postponed'] as const)
    const scored = (status === 'in_progress' || status === 'final') && choose.chance(90)
    return {
      espnId: `${week.id}-${i}`,
      home: TEAMS[i]?.abbr,
      away: TEAMS[i + 1]?.abbr,
      kickoff: instantFromMs(instantToMs(week.lockTime) + choose.below(5) * 3_600_000),
      kickoffKnown: choose.chance(80),
      status,
      homeScore: scored ? choose.below(3) : null,
      awayScore: scored ? choose.below(3) : null,
      detail: choose.of(['Q1', 'Final', null]),
    }
  })
  play.run('SyncGames', { weekId: week.id, games })
}

function moveTime(play: Play, choose: Choices): void {
  const week = choose.of(weeks(play))
  if (week === undefined) return
  const siteTime = instantFromMs(instantToMs(week.lockTime) + (choose.below(3) - 1) * 3_600_000)
  play.run('SetSiteTime', { siteTime, running: choose.chance(50) })
}

function setLock(play: Play, choose: Choices): void {
  const base = choose.chance(50) ? play.now : (choose.of(weeks(play))?.lockTime ?? play.now)
  const lockTime = choose.chance(20) ? 'auto' : instantFromMs(instantToMs(base) + (choose.below(4) - 1) * 1_800_000)
  play.run('SetLockTime', { weekId: someWeek(play, choose), lockTime })
}

/** What can happen, the more usual things more often. */
const MOVES: readonly (readonly [number, Move])[] = [
  [6, (play) => void play.register()],
  [
    8,
    (play, choose) => {
      const userId = choose.of(users(play)) ?? 1
      play.run('CreateEntry', { userId, name: `e${choose.below(1e6)}` }, userId)
    },
  ],
  [5, (play, choose) => void play.run('AddWeek', { seasonYear: 2025 + choose.below(2), weekNumber: 1 + choose.below(4) })],
  [40, pick],
  [
    6,
    (play, choose) => {
      const entry = choose.of(entries(play))
      const held = choose.of(entry?.picks ?? [])
      if (held !== undefined)
        play.run(
          choose.chance(50) ? 'RemovePick' : 'ClearPick',
          { pickId: held.id },
          choose.chance(50) ? (entry?.userId ?? 1) : 'system',
        )
    },
  ],
  [
    8,
    (play, choose) =>
      void play.run('OverridePick', {
        entryId: someEntry(play, choose),
        weekId: someWeek(play, choose),
        team: someTeam(choose),
        nonce: play.nonce(),
        reason: 'because',
      }),
  ],
  [
    3,
    (play, choose) =>
      void play.run('RandomizePicks', { weekId: someWeek(play, choose), overwrite: choose.chance(50), seed: seed(choose) }),
  ],
  [8, sync],
  [3, (play, choose) => void play.run('FinalizeScores', { weekId: someWeek(play, choose) })],
  [2, (play, choose) => void play.run('RandomizeScores', { weekId: someWeek(play, choose), seed: seed(choose) })],
  [6, moveTime],
  [3, (play) => void play.run('ClearSiteTime', {})],
  [6, setLock],
  [4, (play, choose) => void play.run('AmendEntry', { entryId: someEntry(play, choose), isEliminated: choose.chance(50) })],
  [3, (play, choose) => void play.run('AmendEntry', { entryId: someEntry(play, choose), name: `n${choose.below(1e6)}` })],
  [
    4,
    (play, choose) =>
      void play.run('SetPayment', {
        entryId: someEntry(play, choose),
        paymentType: choose.of(['venmo', 'cash', null]),
        paidDate: null,
      }),
  ],
  [2, (play, choose) => void play.run('SetCurrentWeek', { weekId: someWeek(play, choose) })],
  [
    2,
    (play, choose) =>
      void play.run('ChangeRules', {
        rules: { missedPick: choose.of(['survives', 'eliminated']), teamLock: choose.of(['week', 'kickoff']) },
      }),
  ],
  [
    2,
    (play, choose) =>
      void play.run('SetIneligibleTeams', { weekId: someWeek(play, choose), teams: [someTeam(choose), someTeam(choose)] }),
  ],
  [1, (play, choose) => void play.run('UnmaskPicks', { weekId: someWeek(play, choose), reason: 'to see' })],
  [1, (play, choose) => void play.run('DeleteWeek', { weekId: someWeek(play, choose) })],
  [2, (play, choose) => void play.run('RemoveEntry', { entryId: someEntry(play, choose) })],
  [
    1,
    (play, choose) =>
      void play.run('ChangeProfile', {
        userId: choose.of(users(play)) ?? 1,
        fields: [],
        emailTaken: false,
        isAdmin: choose.chance(50),
      }),
  ],
  [1, (play, choose) => void play.run('DeleteUser', { userId: choose.of(users(play)) ?? 1 })],
  [0.3, (play) => void play.run('PurgeUsersAndEntries', {})],
  [0.3, (play) => void play.run('PurgeWeeks', {})],
]
const TOTAL = MOVES.reduce((sum, [weight]) => sum + weight, 0)

/** A pool after a number of random moves. */
export function randomPlay(seedNumber: number, moves: number): Play {
  const choose = new Choices(seedNumber)
  const play = new Play()
  for (let i = 0; i < 3; i += 1) play.enter(play.register(), `e${i}`)
  play.addWeek(2025, 1)
  play.addWeek(2025, 2)
  for (let i = 0; i < moves; i += 1) {
    let at = (choose.below(1e6) / 1e6) * TOTAL
    const found = MOVES.find(([weight]) => (at -= weight) < 0)
    found?.[1](play, choose)
  }
  return play
}

/** The same events in batches of random sizes. */
export function inBatches<T>(values: readonly T[], choose: Choices, most: number): T[][] {
  const batches: T[][] = []
  for (let at = 0; at < values.length;) {
    const size = 1 + choose.below(most)
    batches.push(values.slice(at, at + size))
    at += size
  }
  return batches
}
