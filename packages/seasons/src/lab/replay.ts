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
  type Hashing,
  type Instant,
  isCalledOff,
  mainContest,
  type Objective,
  participantsOf,
  type PoolRules,
  type ReplyOf,
  runCommand,
  seasonOutcome,
  type SeasonResults,
  seasonResults,
  type Standing,
  type UserId,
  type WeekId,
} from '@outlast/domain'
import { losersOf, type Season, unplayed, winnersOf } from '../season.ts'
import type { LabMember } from './members.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SYSTEM: Actor = { kind: 'system' }
const VISITOR: Actor = { kind: 'visitor' }

/** Most members pick on Wednesday, and the others on Sunday morning. Weeks lock on Sunday at noon. */
const WEDNESDAY_MS = -4 * DAY_MS
const SUNDAY_MS = -3 * HOUR_MS
/** All games of a week are over by the next Wednesday. */
const RESULTS_MS = 3 * DAY_MS - HOUR_MS

/** Nobody proves a pick of a replay, so its hashes need no value. */
const NO_HASH = new Uint8Array(32)
const NO_HASHING: Hashing = { sha256: () => NO_HASH, hmacSha256: () => NO_HASH }

/** What became of a season under other rules. */
export interface Replayed {
  readonly entries: number
  /** How many entries are alive after each week, up to the week that decides the season, or its last one. */
  readonly alive: readonly number[]
  /** How many entries share the title; null if the season ended with several alive. */
  readonly champions: number | null
  /** How many of the entries that are out lost their last life without a pick. */
  readonly outByMissedPick: number
}

/**
 * Replays a season with one entry for each member, under other rules. Every step is a command that the domain decides.
 * @param rules what differs from the default rules
 */
export function replaySeason(season: Season, rules: Partial<PoolRules>, members: readonly LabMember[]): Replayed {
  return new Replay(season).play(rules, members)
}

interface Player {
  readonly entryId: EntryId
  readonly actor: Actor
  readonly member: LabMember
}

class Replay {
  readonly #season: Season
  readonly #pool = emptyPool()
  readonly #admin: Actor
  #now: Instant

  constructor(season: Season) {
    this.#season = season
    const kickoffs = [...season.weeks.values()].flat().map(({ kickoff }) => kickoff)
    this.#now = addMs([...kickoffs].sort()[0] ?? this.#fail('a season without games'), -30 * DAY_MS)
    this.#admin = userActor(this.#run('RegisterUser', { emailTaken: false, adminGrant: 'first_account' }, VISITOR).userId)
  }

  play(rules: Partial<PoolRules>, members: readonly LabMember[]): Replayed {
    this.#run('ChangeRules', { rules })
    const players: Player[] = []
    const alive: number[] = []
    for (const [weekNumber, games] of this.#season.weeks) {
      const joining = members.filter(({ firstWeek }) => firstWeek === weekNumber)
      players.push(...joining.map((member) => this.#addPlayer(member)))
      this.#playWeek(weekNumber, games, players)
      alive.push(this.#standings().filter(({ status }) => status === 'alive').length)
      if (seasonOutcome(this.#pool, this.#results()).status === 'finished') break
    }
    const outcome = seasonOutcome(this.#pool, this.#results())
    return {
      entries: players.length,
      alive,
      champions: outcome.status === 'finished' ? outcome.champions.length : null,
      outByMissedPick: this.#standings().filter((standing) => standing.status === 'out' && standing.cause === 'missed').length,
    }
  }

  get #objective(): Objective {
    return this.#pool.rules.objective
  }

  #addPlayer(member: LabMember): Player {
    const { userId } = this.#run('RegisterUser', { emailTaken: false, adminGrant: 'never' }, VISITOR)
    const actor = userActor(userId)
    // A commissioner lets late entries in, whatever the rules say to members.
    const { entryId } = this.#run('CreateEntry', { userId, name: 'Entry' }, this.#admin)
    if (member.ranking !== undefined) {
      const teams = this.#objective === 'lose' ? member.ranking.toReversed() : member.ranking
      this.#run('SetRanking', { entryId, teams, nonce: nonceOf(entryId, 0) }, actor)
    }
    return { entryId, actor, member }
  }

  #playWeek(weekNumber: number, games: readonly FeedGame[], players: readonly Player[]): void {
    const { seasonYear } = this.#season
    const { weekId } = this.#run('AddWeek', { seasonYear, weekNumber })
    this.#run('SetCurrentWeek', { weekId })
    this.#run('SyncGames', { weekId, games: games.map(unplayed) })
    const lockTime = this.#pool.rounds.get(weekId)?.lockTime ?? this.#fail('a week without a lock')
    const early = games.filter((game) => hasKickedOff({ ...game, status: 'scheduled' }, addMs(lockTime, SUNDAY_MS)))
    const standings = this.#standingsOf(players)
    const alive = players.filter((_, index) => standings[index]?.status === 'alive')
    this.#now = addMs(lockTime, WEDNESDAY_MS)
    for (const player of alive) if (!player.member.decidesOnSunday) this.#letPick(player, weekId, weekNumber, games, [])
    this.#now = addMs(lockTime, SUNDAY_MS)
    this.#run('SyncGames', { weekId, games: games.map((game) => (early.includes(game) ? game : unplayed(game))) })
    const decided = this.#objective === 'lose' ? losersOf(early) : winnersOf(early)
    for (const player of alive) if (player.member.decidesOnSunday) this.#letPick(player, weekId, weekNumber, games, decided)
    this.#now = lockTime
    this.#run('LockDueWeeks', {})
    this.#now = addMs(lockTime, RESULTS_MS)
    this.#run('SyncGames', { weekId, games })
    if (games.some(isCalledOff)) this.#run('CloseWeek', { weekId, reason: 'Not played' }, this.#admin)
    this.#buyBack(weekNumber, players)
  }

  /** A member picks the first team of their wishes that the rules accept. */
  #letPick(
    { entryId, actor, member }: Player,
    weekId: WeekId,
    weekNumber: number,
    games: readonly FeedGame[],
    decided: readonly FeedGame['home'][],
  ): void {
    const nonce = nonceOf(entryId, weekNumber)
    for (const team of member.wishes(weekNumber, games, { objective: this.#objective, teams: decided })) {
      if (this.#accepts('SubmitPick', { entryId, weekId, team, nonce }, actor)) return
    }
  }

  #buyBack(weekNumber: number, players: readonly Player[]): void {
    if (this.#pool.rules.buyback === null) return
    const standings = this.#standingsOf(players)
    for (const [index, { entryId, actor, member }] of players.entries()) {
      const standing = standings[index]
      if (!member.buysBack || standing?.status !== 'out' || standing.eliminatedWeek !== weekNumber) continue
      if (this.#accepts('RequestBuyback', { entryId }, actor)) this.#run('AnswerBuyback', { entryId, action: 'confirm' })
    }
  }

  #results(): SeasonResults {
    return seasonResults(this.#pool, mainContest(this.#season.seasonYear))
  }

  #standings() {
    return participantsOf(this.#pool, this.#results()).map(({ standing }) => standing)
  }

  #standingsOf(players: readonly Player[]): readonly (Standing | undefined)[] {
    const results = this.#results()
    return players.map(({ entryId }) => {
      const entry = this.#pool.entries.get(entryId)
      return entry && entryStanding(this.#pool, entry, results)
    })
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
    return runCommand(this.#pool, { command, actor }, this.#now, NO_HASHING)
  }

  #fail(problem: string): never {
    throw new Error(`the season of ${this.#season.seasonYear} cannot be replayed: ${problem}`)
  }
}

const userActor = (userId: UserId): Actor => ({ kind: 'user', userId, tokenVersion: 1 })

/** The nonces do not matter, since nobody has to guess a pick. */
function nonceOf(entryId: EntryId, weekNumber: number): string {
  return (entryId * 100 + weekNumber).toString(16).padStart(64, '0')
}
