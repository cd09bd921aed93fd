import {
  type Actor,
  type CommandData,
  type CommandOfType,
  type CommandType,
  emptyPool,
  entryId,
  entryStanding,
  type Hashing,
  type Instant,
  instantToMs,
  mainContest,
  type PoolState,
  runCommand,
  isWeekComplete,
  seasonResults,
  userId,
  type WeekId,
} from '@outlast/domain'
import { playSteps, type Step } from '@outlast/domain/histories'
import { describe, expect, it } from 'vitest'
import { readScoreboard } from './scoreboard.ts'

// A season in which every trouble with a scoreboard happens once. It goes through the reader and the rules, and says after each answer
// who is out and which weeks are complete (docs/season.md).

const YEAR = 2025
const hashing: Hashing = { sha256: () => new Uint8Array(32), hmacSha256: () => new Uint8Array(32) }
const SYSTEM: Actor = { kind: 'system' }
const ADMIN: Actor = { kind: 'user', userId: userId(1), tokenVersion: 1 }
const NAMES = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Flo'] as const
type Name = (typeof NAMES)[number]

interface Row {
  readonly id: string
  /** `BAL-PIT`: the visitor first. */
  readonly teams: string
  readonly date: string
  readonly status?: readonly [name: string, state: string, completed: boolean]
  readonly score?: readonly [away: unknown, home: unknown]
  readonly teamIds?: readonly [away: string, home: string]
}

/** A step without previews and versions. */
const ALONE = { version: 'none', position: 'none', previews: [], expecting: 'nothing' } as const

const FINAL = ['STATUS_FINAL', 'post', true] as const
const SCHEDULED = ['STATUS_SCHEDULED', 'pre', false] as const

function answer(week: number, rows: readonly Row[]): unknown {
  const [type, number] = week > 18 ? [3, week - 18] : [2, week]
  return {
    season: { year: YEAR, type },
    week: { number },
    events: rows.map(({ id, teams, date, status = SCHEDULED, score = ['0', '0'], teamIds = [] }) => {
      const [away, home] = teams.split('-')
      const [name, state, completed] = status
      const side = (homeAway: string, abbreviation: string | undefined, points: unknown, teamId: string | undefined) => ({
        homeAway,
        team: { id: teamId, abbreviation },
        score: points,
      })
      return {
        id,
        date,
        status: { type: { name, state, completed } },
        competitions: [{ competitors: [side('home', home, score[1], teamIds[1]), side('away', away, score[0], teamIds[0])] }],
      }
    }),
  }
}

class Season {
  readonly pool: PoolState = emptyPool()
  /** Everything that was sent, accepted or not. */
  readonly steps: Step[] = []
  #now = '2025-08-01T12:00:00.000Z' as Instant

  constructor() {
    for (const _ of ['admin', ...NAMES])
      this.run({ kind: 'visitor' }, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
    this.run(ADMIN, 'ChangeRules', { rules: { missedPick: 'eliminated', teamLock: 'kickoff' } } as CommandData['ChangeRules'])
    for (const [index, name] of NAMES.entries()) {
      this.run({ kind: 'user', userId: userId(index + 2), tokenVersion: 1 }, 'CreateEntry', { userId: userId(index + 2), name })
    }
  }

  run<T extends CommandType>(actor: Actor, type: T, data: CommandData[T]): unknown {
    const command = { type, data } as CommandOfType<T>
    this.steps.push({ ...ALONE, at: instantToMs(this.#now), actor, command })
    const { outcome } = runCommand(this.pool, { command, actor }, this.#now, hashing)
    if (!outcome.ok) throw new Error(`${type}: ${outcome.violation.code}`)
    return outcome.reply
  }

  at(time: string): void {
    this.#now = time as Instant
    this.run(SYSTEM, 'LockDueWeeks', {})
  }

  addWeek(weekNumber: number): void {
    this.run(ADMIN, 'AddWeek', { seasonYear: YEAR, weekNumber } as CommandData['AddWeek'])
  }

  /** Reads an answer, records it, and returns what of it could not be read. */
  sync(week: number, ...rows: readonly Row[]): readonly string[] {
    return this.syncWithout([], week, ...rows)
  }

  /** The same, while the newest answers for other weeks lack games that they had: `missing`, by the feed's ids. */
  syncWithout(missing: readonly string[], week: number, ...rows: readonly Row[]): readonly string[] {
    const { games, unread } = readScoreboard(answer(week, rows), { seasonYear: YEAR, week })
    const reply = this.run(SYSTEM, 'SyncGames', { weekId: this.week(week).id, games, missing }) as { unread: { what: string }[] }
    return [...new Set([...unread, ...reply.unread].map(({ what }) => what))]
  }

  pick(week: number, picks: Partial<Record<Name, string>>): void {
    for (const [name, team] of Object.entries(picks)) {
      const index = NAMES.indexOf(name as Name)
      const actor: Actor = { kind: 'user', userId: userId(index + 2), tokenVersion: 1 }
      this.run(actor, 'SubmitPick', { entryId: entryId(index + 1), weekId: this.week(week).id, team, nonce: '00'.repeat(32) })
    }
  }

  /** What an admin does on the desk. */
  close(week: number): void {
    this.run(ADMIN, 'CloseWeek', { weekId: this.week(week).id as WeekId, reason: 'Not played' })
  }

  setByHand(teams: string, progress: Pick<CommandData['SetGame'], 'status' | 'homeScore' | 'awayScore'>): void {
    this.run(ADMIN, 'SetGame', { gameId: this.gameOf(teams).id, reason: 'The scoreboard is down', ...progress })
  }

  returnToScoreboard(teams: string): void {
    this.run(ADMIN, 'ReturnGame', { gameId: this.gameOf(teams).id })
  }

  /** The listed game of two teams, the visitor first. */
  gameOf(teams: string) {
    const games = [...this.pool.schedule.values()].flatMap((week) => week.games)
    const found = games.findLast(({ home, away, phase }) => `${away}-${home}` === teams && phase !== 'moved')
    if (found === undefined) throw new Error(`no game ${teams}`)
    return found
  }

  week(number: number) {
    const week = [...this.pool.rounds.values()].find(({ weekNumber }) => weekNumber === number)
    if (week === undefined) throw new Error(`no week ${number}`)
    return week
  }

  get out(): readonly string[] {
    const season = seasonResults(this.pool, mainContest(YEAR))
    return [...this.pool.entries.values()]
      .filter((entry) => entryStanding(this.pool, entry, season).status === 'out')
      .map(({ name }) => name)
  }

  get complete(): readonly number[] {
    return [...this.pool.rounds.values()]
      .filter((week) => isWeekComplete(this.pool, week))
      .map(({ weekNumber }) => weekNumber)
      .sort((a, b) => a - b)
  }
}

describe('a season with every trouble', () => {
  it('puts nobody out who did not lose, and completes every week in the end', () => {
    const season = new Season()
    const expectState = (out: readonly Name[], ...complete: readonly number[]): void =>
      expect({ out: season.out, complete: season.complete }).toEqual({ out, complete })

    // Week 1: a game moves from the afternoon to the night, and can be picked until then.
    season.addWeek(1)
    const late = { id: '11', teams: 'BAL-PIT', date: '2025-09-07T17:00Z' }
    const other = { id: '12', teams: 'DAL-KC', date: '2025-09-07T17:00Z' }
    season.sync(1, late, other)
    season.at('2025-09-06T12:00:00.000Z')
    season.sync(1, { ...late, date: '2025-09-08T00:20Z' }, other)
    season.pick(1, { Ann: 'BAL', Ben: 'KC', Cid: 'DAL', Dan: 'KC', Eve: 'KC', Flo: 'BAL' })
    season.at('2025-09-07T22:00:00.000Z')
    season.sync(1, { ...late, date: '2025-09-08T00:20Z' }, { ...other, status: FINAL, score: ['10', '20'] })
    expectState(['Cid'])
    season.sync(
      1,
      { ...late, date: '2025-09-08T00:20Z', status: FINAL, score: ['20', '10'] },
      { ...other, status: FINAL, score: [10, { value: 20 }] },
    )
    expectState(['Cid'], 1)

    // Week 2: the Thursday game is played on Wednesday of the next week.
    season.addWeek(2)
    const thursday = { id: '21', teams: 'BUF-MIA', date: '2025-09-12T00:15Z' }
    const sunday = { id: '22', teams: 'GB-CHI', date: '2025-09-14T17:00Z', status: FINAL, score: ['24', '3'] } as const
    season.sync(2, thursday, { ...sunday, status: SCHEDULED })
    season.pick(2, { Ann: 'BUF', Ben: 'GB', Dan: 'GB', Eve: 'BUF', Flo: 'GB' })
    season.at('2025-09-11T12:00:00.000Z')
    season.sync(
      2,
      { ...thursday, date: '2025-09-17T23:00Z', status: ['STATUS_DELAYED', 'pre', false] },
      { ...sunday, status: SCHEDULED },
    )
    season.at('2025-09-15T12:00:00.000Z')
    season.sync(2, { ...thursday, date: '2025-09-17T23:00Z' }, sunday)
    expectState(['Cid'], 1)
    season.at('2025-09-18T04:00:00.000Z')
    season.sync(2, { ...thursday, date: '2025-09-17T23:00Z', status: FINAL, score: ['30', '7'] }, sunday)
    expectState(['Cid'], 1, 2)

    // Week 3: a game moves to week 5 after the lock. Its pickers survive, and week 3 is complete without it.
    season.addWeek(3)
    const moved = { id: '31', teams: 'CLE-TEN', date: '2025-09-21T17:00Z' }
    const played = { id: '32', teams: 'SEA-SF', date: '2025-09-21T17:00Z' }
    season.sync(3, moved, played)
    season.pick(3, { Ann: 'TEN', Ben: 'SF', Dan: 'SF', Eve: 'SF', Flo: 'SF' })
    season.at('2025-09-22T12:00:00.000Z')
    season.sync(3, { ...moved, status: ['STATUS_POSTPONED', 'post', false] }, { ...played, status: FINAL, score: ['6', '13'] })
    expectState(['Cid'], 1, 2)
    season.addWeek(5)
    const again = { ...moved, date: '2025-10-05T17:00Z' }
    const forfeit = { id: '51', teams: 'NYJ-NE', date: '2025-10-05T17:00Z' }
    season.sync(5, again, forfeit)
    expectState(['Cid'], 1, 2, 3)

    // Week 4: a game is cancelled after the lock. An admin closes the week.
    season.addWeek(4)
    const cancelled = { id: '41', teams: 'LAR-ARI', date: '2025-09-28T17:00Z' }
    const fine = { id: '42', teams: 'DEN-LV', date: '2025-09-28T17:00Z' }
    season.sync(4, cancelled, fine)
    season.pick(4, { Ann: 'LAR', Ben: 'DEN', Dan: 'DEN', Eve: 'DEN', Flo: 'DEN' })
    season.at('2025-09-29T12:00:00.000Z')
    season.sync(4, { ...cancelled, status: ['STATUS_CANCELED', 'post', false] }, { ...fine, status: FINAL, score: ['13', '0'] })
    expectState(['Cid'], 1, 2, 3)
    season.close(4)
    expectState(['Cid'], 1, 2, 3, 4)

    // Week 5: a forfeit, which decides nothing until an admin says what counts. The moved game counts here.
    season.pick(5, { Ann: 'CLE', Ben: 'NE', Dan: 'NYJ', Eve: 'CLE', Flo: 'CLE' })
    season.at('2025-10-06T12:00:00.000Z')
    const won = { ...again, status: FINAL, score: ['21', '14'] } as const
    season.sync(5, won, { ...forfeit, status: ['STATUS_FORFEIT', 'post', true] })
    expectState(['Cid'], 1, 2, 3, 4)
    season.setByHand('NYJ-NE', { status: 'cancelled' })
    season.close(5)
    expectState(['Cid'], 1, 2, 3, 4, 5)
    season.sync(5, won, { ...forfeit, status: ['STATUS_FORFEIT', 'post', true] })
    expectState(['Cid'], 1, 2, 3, 4, 5)

    // Week 6: the stadium changes, so that home and away are swapped. Teams keep their scores.
    season.addWeek(6)
    const swapped = { id: '61', teams: 'WSH-NYG', date: '2025-10-12T17:00Z' }
    season.sync(6, swapped)
    season.pick(6, { Ann: 'WSH', Ben: 'WSH', Dan: 'WSH', Eve: 'WSH', Flo: 'WSH' })
    season.at('2025-10-13T12:00:00.000Z')
    season.sync(6, { ...swapped, teams: 'NYG-WSH', status: FINAL, score: ['3', '20'] })
    expectState(['Cid'], 1, 2, 3, 4, 5, 6)

    // Week 7: a statistic is corrected on Thursday, after the next week was added.
    season.addWeek(7)
    const corrected = { id: '71', teams: 'HOU-IND', date: '2025-10-19T17:00Z' }
    season.sync(7, corrected)
    season.pick(7, { Ann: 'HOU', Ben: 'HOU', Dan: 'IND', Eve: 'HOU', Flo: 'HOU' })
    season.at('2025-10-20T12:00:00.000Z')
    season.sync(7, { ...corrected, status: FINAL, score: ['17', '18'] })
    expectState(['Ann', 'Ben', 'Cid', 'Eve', 'Flo'], 1, 2, 3, 4, 5, 6, 7)
    season.at('2025-10-23T12:00:00.000Z')
    season.sync(7, { ...corrected, status: FINAL, score: ['19', '18'] })
    expectState(['Cid', 'Dan'], 1, 2, 3, 4, 5, 6, 7)

    // Week 8: the scoreboard is wrong for ten minutes, in several ways, and then right again.
    season.addWeek(8)
    const steady = { id: '81', teams: 'JAX-CAR', date: '2025-10-26T17:00Z', status: FINAL, score: ['9', '20'] } as const
    const second = { id: '82', teams: 'ATL-NO', date: '2025-10-26T17:00Z', status: FINAL, score: ['3', '10'] } as const
    season.sync(8, { ...steady, status: SCHEDULED }, { ...second, status: SCHEDULED })
    season.pick(8, { Ann: 'CAR', Ben: 'JAX', Eve: 'CAR', Flo: 'CAR' })
    season.at('2025-10-27T12:00:00.000Z')
    season.sync(8, steady, { ...second, status: ['STATUS_IN_PROGRESS', 'in', false] })
    const soFar = ['Ben', 'Cid', 'Dan'] as const
    expectState(soFar, 1, 2, 3, 4, 5, 6, 7)
    expect(season.sync(8, { ...steady, status: SCHEDULED }, second)).toEqual(['held_back'])
    expectState(soFar, 1, 2, 3, 4, 5, 6, 7)
    expect(season.sync(8, { ...steady, score: ['x', null] }, second)).toEqual(['home_score', 'away_score'].sort().reverse())
    expectState(soFar, 1, 2, 3, 4, 5, 6, 7)
    expect(season.sync(8, { ...steady, status: ['STATUS_WEIRD', 'post', true] }, { ...second, teams: 'XXX-YYY' })).toContain(
      'home_team',
    )
    expectState(soFar, 1, 2, 3, 4, 5, 6, 7)
    expect(season.sync(8, steady, second)).toEqual([])
    expectState(soFar, 1, 2, 3, 4, 5, 6, 7, 8)
    expect(season.sync(8, { ...steady, status: SCHEDULED }, second)).toEqual(['held_back'])
    expectState(soFar, 1, 2, 3, 4, 5, 6, 7, 8)

    // Week 9: daylight saving time ends on its Sunday, and a team has a new abbreviation.
    season.addWeek(9)
    const renamed = { id: '91', teams: 'AZX-TB', date: '2025-11-02T18:00Z', teamIds: ['22', '27'] } as const
    expect(season.sync(9, renamed)).toEqual([])
    expect(season.week(9).lockTime).toBe('2025-11-02T17:00:00.000Z')
    season.pick(9, { Ann: 'ARI', Eve: 'TB', Flo: 'ARI' })
    season.at('2025-11-03T12:00:00.000Z')
    season.sync(9, { ...renamed, status: FINAL, score: ['28', '27'] })
    expectState(['Ben', 'Cid', 'Dan', 'Eve'], 1, 2, 3, 4, 5, 6, 7, 8, 9)

    // Week 10: the scoreboard is dead on Sunday. An admin enters a wrong score by hand, corrects it, and gives the game back.
    season.addWeek(10)
    const silent = { id: '101', teams: 'NYJ-LAC', date: '2025-11-09T18:00Z' }
    season.sync(10, silent)
    season.pick(10, { Ann: 'LAC', Flo: 'LAC' })
    season.at('2025-11-10T04:00:00.000Z')
    const still = ['Ben', 'Cid', 'Dan', 'Eve'] as const
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    season.setByHand('NYJ-LAC', { status: 'final', awayScore: 30, homeScore: 3 })
    expectState(['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Flo'], 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    season.setByHand('NYJ-LAC', { awayScore: 3, homeScore: 30 })
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    season.returnToScoreboard('NYJ-LAC')
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    season.sync(10, { ...silent, status: FINAL, score: ['6', '30'] })
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

    // Week 11: a postponed game comes back in week 13 under another id. In week 12 the same rivals meet at the other place.
    season.addWeek(11)
    const postponed = { id: '111', teams: 'MIN-CHI', date: '2025-11-16T18:00Z' }
    const onTime = { id: '112', teams: 'PHI-DAL', date: '2025-11-16T18:00Z' }
    season.sync(11, postponed, onTime)
    season.pick(11, { Ann: 'MIN', Flo: 'PHI' })
    season.at('2025-11-17T12:00:00.000Z')
    const off = { ...postponed, status: ['STATUS_POSTPONED', 'post', false] } as const
    const wonOnTime = { ...onTime, status: FINAL, score: ['20', '10'] } as const
    season.sync(11, off, wonOnTime)
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    season.addWeek(12)
    const rematch = { id: '121', teams: 'CHI-MIN', date: '2025-11-23T18:00Z' }
    season.sync(12, rematch)
    season.pick(12, { Ann: 'CHI', Flo: 'CHI' })
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    season.addWeek(13)
    const rescheduled = { id: '131', teams: 'MIN-CHI', date: '2025-12-02T01:00Z' }
    const another = { id: '132', teams: 'SEA-LV', date: '2025-11-30T18:00Z' }
    season.sync(13, rescheduled, another)
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
    season.sync(11, off, wonOnTime)
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)

    season.at('2025-11-24T12:00:00.000Z')
    season.sync(12, { ...rematch, status: FINAL, score: ['20', '10'] })
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    season.pick(13, { Ann: 'SEA', Flo: 'SEA' })
    season.at('2025-12-02T12:00:00.000Z')
    season.sync(13, { ...rescheduled, status: FINAL, score: ['3', '6'] }, { ...another, status: FINAL, score: ['31', '7'] })
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)

    // Week 14: a game vanishes, and is listed under another id in week 15.
    season.addWeek(14)
    const lost = { id: '141', teams: 'TB-ATL', date: '2025-12-07T18:00Z' }
    const kept = { id: '142', teams: 'NYG-WSH', date: '2025-12-07T18:00Z' }
    season.sync(14, lost, kept)
    season.pick(14, { Ann: 'ATL', Flo: 'NYG' })
    season.at('2025-12-08T12:00:00.000Z')
    season.sync(14, { ...kept, status: FINAL, score: ['24', '3'] })
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
    season.addWeek(15)
    const found = { id: '151', teams: 'TB-ATL', date: '2025-12-14T18:00Z' }
    season.syncWithout(['141'], 15, found)
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
    season.pick(15, { Flo: 'ATL' })
    expect(() => season.pick(15, { Ann: 'ATL' })).toThrow('team_used')
    season.pick(15, { Ann: 'TB' })
    season.at('2025-12-15T12:00:00.000Z')
    season.sync(15, { ...found, status: ['STATUS_POSTPONED', 'post', false] })
    season.close(15)
    expectState(still, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

    // Week 19: the opponent of a playoff game is not decided.
    season.addWeek(19)
    season.at('2026-01-05T12:00:00.000Z')
    season.sync(19, { id: '191', teams: 'TBD-DET', date: '2026-01-11T18:00Z', teamIds: ['-1', '8'] })
    season.pick(19, { Ann: 'DET' })
    expect(() => season.pick(19, { Flo: 'MIN' })).toThrow('opponent_unknown')
    season.sync(19, { id: '192', teams: 'MIN-DET', date: '2026-01-11T18:00Z' })
    season.pick(19, { Flo: 'MIN' })
    season.at('2026-01-12T12:00:00.000Z')
    season.sync(19, { id: '192', teams: 'MIN-DET', date: '2026-01-11T18:00Z', status: FINAL, score: ['13', '10'] })
    expectState(['Ann', 'Ben', 'Cid', 'Dan', 'Eve'], 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19)

    // The oracle, which has the rules from docs/rules.md alone, comes to the same after each of these steps.
    expect(playSteps(season.steps)).toBeUndefined()
  })
})
