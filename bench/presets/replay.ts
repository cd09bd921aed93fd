import {
  type Actor,
  addMs,
  type CommandData,
  type CommandOfType,
  type CommandType,
  emptyPool,
  type EntryId,
  entryStanding,
  type FeedGame,
  hasKickedOff,
  type Instant,
  mainContest,
  participantsOf,
  type ReplyOf,
  type RulePreset,
  runCommand,
  seasonOutcome,
  seasonResults,
  type WeekId,
} from '@outlast/domain'
import { unplayed, winnersOf } from '@outlast/server/seasons/season'
import type { Season } from '@outlast/server/feed/season-csv'
import { nodeHashing } from '@outlast/server/log/hashing'
import { memberActor } from '@outlast/testing/generated/teams'
import { SimulatedMember, strengthsOf } from './members.ts'

export type Preset = Exclude<RulePreset, 'custom'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SYSTEM: Actor = { kind: 'system' }
const VISITOR: Actor = { kind: 'visitor' }

/** Most members pick on Wednesday, and the others on Sunday morning. Weeks lock on Sunday at noon. */
const WEDNESDAY_MS = -4 * DAY_MS
const SUNDAY_MS = -3 * HOUR_MS
/** All games of a week are over by the next Wednesday. */
const RESULTS_MS = 3 * DAY_MS - HOUR_MS

/**
 * Replays a season with simulated members, each with one entry, under a preset. Every step is a command that the domain decides.
 * Returns how many entries are alive after each week, up to the week that decides the season.
 */
export function replaySeason(season: Season, preset: Preset, members: number): readonly number[] {
  return new Replay(season, members).play(preset)
}

interface Player {
  readonly entryId: EntryId
  readonly actor: Actor
  readonly member: SimulatedMember
}

class Replay {
  readonly #season: Season
  readonly #members: number
  readonly #pool = emptyPool()
  #now: Instant

  constructor(season: Season, members: number) {
    this.#season = season
    this.#members = members
    const kickoffs = [...season.weeks.values()].flat().map(({ kickoff }) => kickoff)
    this.#now = addMs(kickoffs.toSorted()[0] ?? this.#fail('a season without games'), -30 * DAY_MS)
  }

  play(preset: Preset): readonly number[] {
    this.#run('ChangeRules', { rules: { preset } })
    const players = this.#addPlayers()
    const alive: number[] = []
    for (const [weekNumber, games] of this.#season.weeks) {
      this.#playWeek(weekNumber, games, players)
      const results = seasonResults(this.#pool, mainContest(this.#season.seasonYear))
      alive.push(participantsOf(this.#pool, results).filter(({ standing }) => standing.status === 'alive').length)
      if (seasonOutcome(this.#pool, results).status === 'finished') break
    }
    return alive
  }

  #addPlayers(): readonly Player[] {
    const strengths = strengthsOf(this.#season)
    return Array.from({ length: this.#members }, (_, index) => {
      const member = new SimulatedMember(this.#season.seasonYear, index, strengths)
      const { userId } = this.#run('RegisterUser', { emailTaken: false, adminGrant: 'never' }, VISITOR)
      const actor = memberActor(userId)
      const { entryId } = this.#run('CreateEntry', { userId, name: 'Entry' }, actor)
      if (member.ranking !== undefined) {
        this.#run('SetRanking', { entryId, teams: member.ranking, nonce: nonceOf(entryId, 0) }, actor)
      }
      return { entryId, actor, member }
    })
  }

  #playWeek(weekNumber: number, games: readonly FeedGame[], players: readonly Player[]): void {
    const { seasonYear } = this.#season
    const { weekId } = this.#run('AddWeek', { seasonYear, weekNumber })
    this.#run('SetCurrentWeek', { weekId })
    this.#run('SyncGames', { weekId, games: games.map(unplayed) })
    const lockTime = this.#pool.rounds.get(weekId)?.lockTime ?? this.#fail('a week without a lock')
    this.#now = addMs(lockTime, WEDNESDAY_MS)
    this.#letPick(
      weekId,
      weekNumber,
      games,
      players.filter(({ member }) => !member.decidesOnSunday),
    )
    this.#now = addMs(lockTime, SUNDAY_MS)
    const early = games.filter((game) => hasKickedOff({ ...game, status: 'scheduled' }, this.#now))
    this.#run('SyncGames', { weekId, games: early })
    this.#letPick(
      weekId,
      weekNumber,
      games,
      players.filter(({ member }) => member.decidesOnSunday),
      early,
    )
    this.#now = lockTime
    this.#run('LockDueWeeks', {})
    this.#now = addMs(lockTime, RESULTS_MS)
    this.#run('SyncGames', { weekId, games })
    this.#buyBack(weekNumber, players)
  }

  /** Each member picks the first team of their wishes that the rules accept. */
  #letPick(
    weekId: WeekId,
    weekNumber: number,
    games: readonly FeedGame[],
    players: readonly Player[],
    over: readonly FeedGame[] = [],
  ): void {
    const won = winnersOf(over)
    for (const { entryId, actor, member } of players) {
      if (!this.#isAlive(entryId)) continue
      const nonce = nonceOf(entryId, weekNumber)
      for (const team of member.wishes(weekNumber, games, won)) {
        if (this.#accepts('SubmitPick', { entryId, weekId, team, nonce }, actor)) break
      }
    }
  }

  #buyBack(weekNumber: number, players: readonly Player[]): void {
    if (this.#pool.rules.buyback === null) return
    for (const { entryId, actor, member } of players) {
      const standing = this.#standing(entryId)
      if (!member.buysBack || standing?.status !== 'out' || standing.eliminatedWeek !== weekNumber) continue
      if (this.#accepts('RequestBuyback', { entryId }, actor)) this.#run('AnswerBuyback', { entryId, action: 'confirm' })
    }
  }

  #isAlive(entryId: EntryId): boolean {
    return this.#standing(entryId)?.status === 'alive'
  }

  #standing(entryId: EntryId) {
    const entry = this.#pool.entries.get(entryId)
    return entry && entryStanding(this.#pool, entry, seasonResults(this.#pool, mainContest(this.#season.seasonYear)))
  }

  #run<T extends CommandType>(type: T, data: CommandData[T], actor: Actor = SYSTEM): ReplyOf<T> {
    const { outcome } = this.#decide(type, data, actor)
    if (!outcome.ok) throw outcome.violation
    return outcome.reply
  }

  #accepts<T extends CommandType>(type: T, data: CommandData[T], actor: Actor): boolean {
    return this.#decide(type, data, actor).outcome.ok
  }

  #decide<T extends CommandType>(type: T, data: CommandData[T], actor: Actor) {
    const command = { type, data } as CommandOfType<T>
    return runCommand(this.#pool, { command, actor }, this.#now, nodeHashing)
  }

  #fail(problem: string): never {
    throw new Error(`the season of ${this.#season.seasonYear} cannot be replayed: ${problem}`)
  }
}

/** The nonces do not matter, since nobody has to guess a pick. */
function nonceOf(entryId: EntryId, weekNumber: number): string {
  return (entryId * 100 + weekNumber).toString(16).padStart(64, '0')
}
