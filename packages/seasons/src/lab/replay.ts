import {
  type Actor,
  addMs,
  type CommandData,
  type CommandOfType,
  type CommandType,
  type ContestId,
  countsAsUnder,
  emptyPool,
  type EntryId,
  type FeedGame,
  gamesOf,
  type Hashing,
  type Instant,
  isSlate,
  isWeekComplete,
  leagueWeekOf,
  mainContest,
  type Participant,
  participantsOf,
  type PoolRules,
  type ReplyOf,
  type Round,
  roundsOf,
  runCommand,
  seasonOutcome,
  type SeasonResults,
  seasonResults,
  shortageText,
  slotsOf,
  TEAMS,
  type UserId,
  type WeekId,
} from '@outlast/domain'
import { type Season, unplayed } from '../season.ts'
import { type LabMember, type SeenWeek, wantsToBeAhead } from './members.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SYSTEM: Actor = { kind: 'system' }
const VISITOR: Actor = { kind: 'visitor' }

/** Most members pick four days before the lock: on Wednesday. The others pick on the morning of the lock. */
const EARLY_MS = -4 * DAY_MS
const LATE_MS = -3 * HOUR_MS
const GAME_MS = 4 * HOUR_MS
/** Replays begin when the first members register. */
const BEFORE_SEASON_MS = -30 * DAY_MS

/** Nobody proves a pick of a replay, so its hashes and nonces need no value. */
const NO_HASH = new Uint8Array(32)
const NO_HASHING: Hashing = { sha256: () => NO_HASH, hmacSha256: () => NO_HASH }
const NONCE = '0'.repeat(64)

/** A season to replay. */
export interface PlayedSeason extends Season {
  /** How many picks an admin gave each entry in a week, by its number, whatever the rules say. */
  readonly ownPicks?: ReadonlyMap<number, number>
}

/** What became of a season under other rules. */
export interface Replayed {
  readonly entries: number
  /** How many members came when the rules did not let them join any more. */
  readonly tooLate: number
  /** How many entries are alive after each week, up to the week that decides the season, or its last one. */
  readonly weeks: readonly { readonly weekNumber: number; readonly alive: number }[]
  /** The deciding week, and how many entries share the title; null if the season ended with several alive. */
  readonly end: { readonly weekNumber: number; readonly champions: number; readonly isAgreed: boolean } | null
  /** How many of the entries that are out lost their last life without a pick. */
  readonly outWithoutPick: number
  /** In which week an entry that picks every week has no team left, as a sentence; null if the teams last. */
  readonly shortage: string | null
}

/**
 * Replays a season with one entry for each member, under other rules. Every step is a command that the domain decides, and what became of the
 * entries is read from its standings.
 * @param rules what differs from the default rules
 * @throws RuleViolation for rules that no pool can have
 */
export function replaySeason(season: PlayedSeason, rules: Partial<PoolRules>, members: readonly LabMember[]): Replayed {
  return new Replay(season, members).play(rules)
}

interface Player {
  readonly entryId: EntryId
  readonly actor: Actor
  readonly member: LabMember
}

class Replay {
  readonly #season: PlayedSeason
  readonly #pool = emptyPool()
  readonly #admin: Actor
  #now: Instant
  /** The members who have not come yet, in the order in which they come. */
  readonly #coming: LabMember[]
  readonly #players = new Map<number, Player>()
  #tooLate = 0
  /** The locked weeks whose games are not over, in the order in which they end. */
  readonly #running: { readonly endsAt: Instant; readonly finish: () => void }[] = []
  readonly #weeks: Replayed['weeks'][number][] = []

  constructor(season: PlayedSeason, members: readonly LabMember[]) {
    this.#season = season
    this.#coming = members.toSorted((a, b) => a.firstWeek - b.firstWeek)
    this.#now = addMs(firstKickoff([...season.weeks.values()].flat()), BEFORE_SEASON_MS)
    this.#admin = userActor(this.#run('RegisterUser', { emailTaken: false, adminGrant: 'first_account' }, VISITOR).userId)
  }

  play(rules: Partial<PoolRules>): Replayed {
    this.#run('ChangeRules', { rules })
    for (const [leagueWeek, parts] of Map.groupBy(this.#season.weeks, ([weekNumber]) => leagueWeekOf(weekNumber))) {
      if (this.#isOver()) break
      for (const weekId of this.#addWeek(leagueWeek, parts)) this.#playWeek(weekId, parts)
    }
    const end = this.#running.at(-1)?.endsAt
    if (end !== undefined) this.#advance(end)
    return this.#result()
  }

  #result(): Replayed {
    const outcome = seasonOutcome(this.#pool, this.#results())
    const asked = [...this.#season.weeks].map(([weekNumber, games]) => ({
      weekNumber,
      idle: idleIn(games),
      picks: this.#season.ownPicks?.get(weekNumber),
    }))
    const lastWithout = this.#participants().filter(({ standing }) => standing.status === 'out' && standing.cause === 'missed')
    return {
      entries: this.#players.size,
      tooLate: this.#tooLate,
      weeks: this.#weeks,
      end:
        outcome.status === 'running'
          ? null
          : { weekNumber: outcome.weekNumber, champions: outcome.champions.length, isAgreed: outcome.agreedAt !== undefined },
      outWithoutPick: lastWithout.length,
      shortage: shortageText(this.#pool.rules, asked),
    }
  }

  /** Adds a week of the league, or its slates. If only one slate of it was played, there are no others. */
  #addWeek(weekNumber: number, parts: readonly Part[]): readonly WeekId[] {
    const games = parts.flatMap(([, ofPart]) => ofPart)
    const starts = parts.slice(1).map(([, ofPart]) => firstKickoff(ofPart))
    const isLonely = parts.length === 1 && parts.some(([number]) => isSlate(number))
    const slates = isLonely ? [addMs(lastKickoff(games), DAY_MS)] : starts
    const { weekId } = this.#run('AddWeek', { seasonYear: this.#season.seasonYear, weekNumber, slates })
    const added = roundsOf(this.#pool, this.#contest).filter((round) => leagueWeekOf(round.weekNumber) === weekNumber)
    for (const { id } of added.slice(parts.length)) this.#run('DeleteWeek', { weekId: id })
    const rounds = added.slice(0, parts.length)
    for (const round of rounds) {
      const picks = this.#season.ownPicks?.get(round.weekNumber)
      if (picks !== undefined) this.#run('SetPicksOfWeek', { weekId: round.id, picks })
    }
    this.#sync(weekId, games)
    return rounds.map(({ id }) => id)
  }

  #playWeek(weekId: WeekId, parts: readonly Part[]): void {
    const answer = parts.flatMap(([, games]) => games)
    const { lockTime } = this.#round(weekId)
    const [early, late] = [addMs(lockTime, EARLY_MS), addMs(lockTime, LATE_MS)]
    // Nobody picks while the week before is played, if there is time after it.
    const before = this.#running.findLast(({ endsAt }) => endsAt <= late)?.endsAt
    this.#advance(before === undefined || before < early ? early : before)
    if (this.#isOver()) return
    this.#sync(weekId, answer)
    this.#run('SetCurrentWeek', { weekId })
    this.#letJoin(this.#round(weekId).weekNumber)
    this.#letVote()
    this.#letPick(weekId, answer, false)
    this.#advance(late)
    this.#sync(weekId, answer)
    this.#letPick(weekId, answer, true)
    this.#advance(lockTime)
    this.#run('LockDueWeeks', {})
    const kickoffs = gamesOf(this.#pool, this.#round(weekId)).map(({ kickoff }) => kickoff)
    this.#running.push({
      endsAt: addMs(kickoffs.toSorted().at(-1) ?? lockTime, GAME_MS),
      finish: () => this.#finishWeek(weekId, answer),
    })
    this.#running.sort((a, b) => (a.endsAt < b.endsAt ? -1 : 1))
  }

  #finishWeek(weekId: WeekId, answer: readonly FeedGame[]): void {
    const round = this.#round(weekId)
    // An agreement ends the season in a week that is still to be played. Weeks after the last one count no more.
    const outcome = seasonOutcome(this.#pool, this.#results())
    if (outcome.status === 'finished' && outcome.weekNumber < round.weekNumber) return
    this.#sync(weekId, answer)
    // An admin closes it without the games that were called off.
    if (!isWeekComplete(this.#pool, round)) this.#accepts('CloseWeek', { weekId, reason: 'Not played' }, this.#admin)
    for (const { entryId, standing } of this.#participants()) {
      if (standing.status === 'out' && standing.eliminatedWeek === round.weekNumber) this.#letBuyBack(this.#players.get(entryId))
    }
    this.#weeks.push({ weekNumber: round.weekNumber, alive: this.#alive().length })
  }

  /** Members join, and pay what they owe, as soon as they come. */
  #letJoin(weekNumber: number): void {
    for (let [member] = this.#coming; member !== undefined && member.firstWeek <= weekNumber; [member] = this.#coming) {
      this.#coming.shift()
      const { userId } = this.#run('RegisterUser', { emailTaken: false, adminGrant: 'never' }, VISITOR)
      const actor = userActor(userId)
      const { outcome } = this.#decide('CreateEntry', { userId, name: 'Entry' }, actor)
      if (!outcome.ok) {
        this.#tooLate += 1
        continue
      }
      const { entryId } = outcome.reply
      this.#players.set(entryId, { entryId, actor, member })
      if (member.pays) this.#run('SetPayment', { entryId, isPaid: true, paymentType: 'cash', paidDate: null })
      if (member.ranking === undefined) continue
      const teams = wantsToBeAhead(countsAsUnder(this.#pool.rules)) ? member.ranking : member.ranking.toReversed()
      this.#run('SetRanking', { entryId, teams, nonce: NONCE }, actor)
    }
  }

  #letVote(): void {
    for (const id of this.#pool.splitVote?.entryIds ?? []) {
      const { entryId, actor, member } = this.#players.get(id) ?? fail('a vote of nobody')
      this.#run('CastSplitVote', { entryId, choice: member.votesToShare ? 'share' : 'play_on' }, actor)
    }
  }

  /** The members who are alive pick the first teams of their wishes that the rules accept. */
  #letPick(weekId: WeekId, answer: readonly FeedGame[], decidesOnSunday: boolean): void {
    const round = this.#round(weekId)
    const played = new Set(gamesOf(this.#pool, round).map(({ espnId }) => espnId))
    const games = answer.filter(({ espnId }) => played.has(espnId))
    const over = games.filter((game) => this.#isPlayed(game))
    const week: SeenWeek = { weekNumber: round.weekNumber, games, over, countsAs: countsAsUnder(this.#pool.rules) }
    const slots = slotsOf(this.#pool, round)
    for (const { entryId, actor, member } of this.#alive()) {
      if (member.decidesOnSunday !== decidesOnSunday) continue
      const wishes = member.wishes(week)[Symbol.iterator]()
      for (const slot of slots) {
        for (const team of { [Symbol.iterator]: () => wishes }) {
          if (this.#accepts('SubmitPick', { entryId, weekId, slot, team, nonce: NONCE }, actor)) break
        }
      }
    }
  }

  #letBuyBack(player: Player | undefined): void {
    if (player?.member.buysBack !== true) return
    const { entryId, actor } = player
    if (this.#accepts('RequestBuyback', { entryId }, actor)) this.#run('AnswerBuyback', { entryId, action: 'confirm' })
  }

  /** Moves the clock. Weeks whose games are over by then get their results. */
  #advance(to: Instant): void {
    for (let [week] = this.#running; week !== undefined && week.endsAt <= to; [week] = this.#running) {
      this.#running.shift()
      if (week.endsAt > this.#now) this.#now = week.endsAt
      week.finish()
    }
    if (to > this.#now) this.#now = to
  }

  /** What a scoreboard says now about a week of the league. */
  #sync(weekId: WeekId, answer: readonly FeedGame[]): void {
    this.#run('SyncGames', { weekId, games: answer.map((game) => (this.#isPlayed(game) ? game : unplayed(game))) })
  }

  #isPlayed({ kickoff }: FeedGame): boolean {
    return addMs(kickoff, GAME_MS) <= this.#now
  }

  get #contest(): ContestId {
    return mainContest(this.#season.seasonYear)
  }

  #round(weekId: WeekId): Round {
    return this.#pool.rounds.get(weekId) ?? fail('a week is missing')
  }

  #results(): SeasonResults {
    return seasonResults(this.#pool, this.#contest)
  }

  #isOver(): boolean {
    return seasonOutcome(this.#pool, this.#results()).status === 'finished'
  }

  #participants(): readonly Participant[] {
    return participantsOf(this.#pool, this.#results())
  }

  #alive(): readonly Player[] {
    return this.#participants().flatMap(({ entryId, standing }) =>
      standing.status === 'alive' ? (this.#players.get(entryId) ?? []) : [],
    )
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
}

/** A week of the season with its games. */
type Part = readonly [weekNumber: number, games: readonly FeedGame[]]

const userActor = (userId: UserId): Actor => ({ kind: 'user', userId, tokenVersion: 1 })

const kickoffsOf = (games: readonly FeedGame[]): readonly Instant[] => games.map(({ kickoff }) => kickoff).toSorted()
const firstKickoff = (games: readonly FeedGame[]): Instant => kickoffsOf(games)[0] ?? fail('a week has no games')
const lastKickoff = (games: readonly FeedGame[]): Instant => kickoffsOf(games).at(-1) ?? fail('a week has no games')

function idleIn(games: readonly FeedGame[]): readonly string[] {
  const playing = new Set(games.flatMap(({ home, away }) => [home, away]))
  return TEAMS.flatMap(({ abbr }) => (playing.has(abbr) ? [] : [abbr]))
}

function fail(problem: string): never {
  throw new Error(`the season cannot be replayed: ${problem}`)
}
