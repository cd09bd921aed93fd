import { countsAsField } from '@outlast/contract/fields/responses'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live'
import {
  type Actor,
  type Command,
  type CommandOutcome,
  type CommandType,
  countsAsUnder,
  emptyPool,
  enteredWeekAlive,
  type Entry,
  entryId,
  entryRecord,
  entryStanding,
  type Game,
  gamesOf,
  type Instant,
  instantFromMs,
  instantToMs,
  mainContest,
  pickAt,
  type Round,
  rulesOf,
  runCommand,
  type ScoreMeaning,
  seasonOutcome,
  seasonResults,
  type Standing,
  userId,
  weekId,
} from '@outlast/domain'
import { Random } from '@outlast/domain/histories/random'
import { scoreRules } from '@outlast/domain/histories/score-rules'
import { gameInfo, seasonEntry, seasonView, seasonWeek, weekEntry, weekInfo, weekView } from '@outlast/contract/live/test-support'

// Random Sundays for tests: a pool that runs commands of the domain, and the views of it that a screen receives.

const YEAR = 2025
const CONTEST = mainContest(YEAR)
const GAMES = ['BUF-MIA', 'KC-LAC', 'GB-DET', 'SF-SEA', 'DAL-PHI', 'NE-NYJ']
const TEAMS = GAMES.flatMap((teams) => teams.split('-'))
const PEOPLE = ['Ann Abbot', 'Ben Bell', 'Cat Cole', 'Dan Dahl', 'Eve Ek', 'Fay Fox']

/** Tests of Sundays never compare hashes, so it is enough that they have the right length. */
const hashing = { sha256: () => new Uint8Array(32), hmacSha256: () => new Uint8Array(32) }

interface FeedGame {
  readonly espnId: string
  readonly home: string
  readonly away: string
  readonly kickoff: Instant
  readonly kickoffKnown: true
  readonly status: Game['status']
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly detail: string | null
}

/** Two weeks of a pool: the first is over, the second is the Sunday. Every change is a command that the domain accepts. */
export class Sunday {
  readonly dice: Random
  readonly #pool = emptyPool()
  readonly #feed = new Map<number, FeedGame[]>()
  readonly #ended = new Map<number, { readonly score: string; readonly at: string }>()
  #now = Date.parse('2025-09-01T12:00:00.000Z')

  constructor(seed: number) {
    this.dice = new Random(seed)
    const { dice } = this
    for (const _ of PEOPLE) this.#run('RegisterUser', { emailTaken: false, adminGrant: 'first_account' }, { kind: 'visitor' })
    this.#run('ChangeRules', {
      rules: {
        lives: dice.of([1, 1, 2]),
        missedPick: dice.of(['survives', 'eliminated']),
        ...scoreRules((values) => dice.of(values)),
      },
    })
    for (const week of [1, 2]) this.#run('AddWeek', { seasonYear: YEAR, weekNumber: week })
    const entries = dice.of([3, 6, 15, 30, 40])
    for (let index = 0; index < entries; index += 1) {
      const owner = 1 + (index % PEOPLE.length)
      this.#run('CreateEntry', { userId: owner, name: `Entry ${1 + Math.floor(index / PEOPLE.length)}` }, member(owner))
    }
    for (const week of [1, 2]) this.#begin(week)
  }

  #begin(weekId: number): void {
    const { dice } = this
    this.#run('SetCurrentWeek', { weekId })
    const lock = instantToMs(this.#week(weekId).lockTime)
    this.#feed.set(
      weekId,
      GAMES.map((teams) => scheduled(weekId, teams, instantFromMs(lock + 3_600_000))),
    )
    this.#sync(weekId)
    for (const { id, userId: owner } of this.#pool.entries.values()) {
      const team = dice.of(TEAMS.slice(0, 3 + dice.below(TEAMS.length - 3)))
      const nonce = String(id).padStart(64, '0')
      if (dice.chance(0.9)) this.#try('SubmitPick', { entryId: id, weekId, team, nonce }, member(owner))
    }
    this.#now = lock + 1_000
    this.#run('LockDueWeeks', {})
    if (weekId === 1) this.#finishFirstWeek()
  }

  /** Most entries survive the first week: the team that more of them picked wins, except in the first game. */
  #finishFirstWeek(): void {
    const picked = [...this.#pool.entries.values()].map((entry) => pickAt(entry, weekId(1), 1)?.team)
    const pickers = (team: string): number => picked.filter((other) => other === team).length
    for (const [game, { home, away }] of (this.#feed.get(1) ?? []).entries()) {
      const homeWins = pickers(home) > pickers(away) !== (game === 0)
      this.#play(1, game, { status: 'final', homeScore: 20, awayScore: homeWins ? 3 : 21 })
    }
    this.#sync(1)
  }

  /** Lets several things happen that reach the screen together. */
  happen(): void {
    const { dice } = this
    for (let count = 1 + dice.below(4); count > 0; count -= 1) this.#play(2, dice.below(GAMES.length))
    this.#sync(2)
    if (dice.chance(0.15)) this.#amend(dice.chance(0.5))
    if (dice.chance(0.1)) {
      this.#play(1, dice.below(GAMES.length), { status: 'final', homeScore: dice.below(3), awayScore: dice.below(3) })
      this.#sync(1)
    }
  }

  /** Plays every game that is not over to its end. */
  finish(): void {
    for (const [index, { status }] of (this.#feed.get(2) ?? []).entries()) {
      if (status !== 'final')
        this.#play(2, index, { status: 'final', homeScore: this.dice.below(30), awayScore: this.dice.below(30) })
    }
    this.#sync(2)
  }

  #amend(isEliminated: boolean): void {
    const entries = [...this.#pool.entries.values()].filter(({ id }) => (this.standing(id).status === 'out') !== isEliminated)
    if (entries.length > 0) this.#run('AmendEntry', { entryId: this.dice.of(entries).id, isEliminated })
  }

  /** Moves a game on: it begins, the score changes, it ends, or its final score is corrected. */
  #play(weekId: number, index: number, state: Partial<FeedGame> = this.#next(weekId, index)): void {
    const games = this.#feed.get(weekId) ?? []
    const game = games[index]
    if (game !== undefined) games[index] = { ...game, ...state }
  }

  #next(weekId: number, index: number): Partial<FeedGame> {
    const { dice } = this
    const { status, homeScore, awayScore } = this.#feed.get(weekId)?.[index] ?? {}
    const score = () => dice.below(4) * 7
    if (status === 'scheduled') return { status: 'in_progress', homeScore: 0, awayScore: 0, detail: '15:00 - 1st' }
    if (status === 'final') return dice.chance(0.2) ? { homeScore: score(), awayScore: score() } : {}
    if (dice.chance(0.4)) return { status: 'final', homeScore: homeScore ?? 0, awayScore: awayScore ?? 0, detail: 'Final' }
    return { homeScore: score(), awayScore: score(), detail: dice.of(['1:10 - 4th', '9:00 - 3rd', '3:00 - OT']) }
  }

  #sync(weekId: number): void {
    this.#run('SyncGames', { weekId, games: [...(this.#feed.get(weekId) ?? [])] }, { kind: 'system' })
    for (const { id, status, homeScore, awayScore } of gamesOf(this.#pool, this.#week(weekId))) {
      const score = `${homeScore} ${awayScore}`
      if (status !== 'final') this.#ended.delete(id)
      else if (this.#ended.get(id)?.score !== score) this.#ended.set(id, { score, at: new Date(this.#now).toISOString() })
    }
  }

  #run(type: CommandType, data: object, actor?: Actor): void {
    const outcome = this.#try(type, data, actor)
    if (!outcome.ok) throw outcome.violation
  }

  /** Sends a command that the rules may refuse. */
  #try(type: CommandType, data: object, actor: Actor = member(1)): CommandOutcome {
    this.#now += 1_000
    const command = { type, data } as Command
    return runCommand(this.#pool, { command, actor }, instantFromMs(this.#now), hashing).outcome
  }

  #week(id: number): Round {
    const week = this.#pool.rounds.get(weekId(id))
    if (week === undefined) throw new Error(`There is no week ${id}`)
    return week
  }

  // What the log says.

  get entries(): readonly Entry[] {
    return [...this.#pool.entries.values()]
  }

  standing(id: number): Standing {
    const entry = this.#pool.entries.get(entryId(id))
    if (entry === undefined) throw new Error(`There is no entry ${id}`)
    return entryStanding(this.#pool, entry, seasonResults(this.#pool, CONTEST))
  }

  /** The team that an entry picked in the week on the screen. */
  teamOf(id: number): string | undefined {
    const entry = this.#pool.entries.get(entryId(id))
    return entry === undefined ? undefined : entryRecord(this.#pool, entry, CONTEST).teamsOf(this.#week(2).id)[0]
  }

  gameOf(team: string): Game | undefined {
    return gamesOf(this.#pool, this.#week(2)).find(({ home, away }) => home === team || away === team)
  }

  get countsAs(): ScoreMeaning {
    return countsAsUnder(rulesOf(this.#pool, CONTEST))
  }

  get isDecided(): boolean {
    return seasonOutcome(this.#pool, seasonResults(this.#pool, CONTEST)).status === 'finished'
  }

  personOf({ userId: owner }: Entry): string {
    return PEOPLE[owner - 1] ?? ''
  }

  // What the screen gets.

  views(): { readonly week: WeekView; readonly season: SeasonView } {
    return { season: this.#season(), week: this.#weekView() }
  }

  #season(): SeasonView {
    const { weeks, lives, missedPick } = seasonResults(this.#pool, CONTEST)
    return seasonView({
      season_year: YEAR,
      lives,
      missed_pick: missedPick,
      ...(this.countsAs.ahead === 'loss' && { objective: 'lose' }),
      weeks: weeks.map(({ weekNumber, results, complete, lockPosition }) =>
        seasonWeek(weekNumber, {
          is_locked: true,
          is_complete: complete,
          lock_position: lockPosition,
          results: Object.fromEntries(results),
        }),
      ),
      entries: this.entries.map((entry) => {
        const record = entryRecord(this.#pool, entry, CONTEST)
        const numbers = [1, 2]
        const week = (number: number) => this.#week(number).id
        return seasonEntry(entry.id, entry.name, {
          user_name: this.personOf(entry),
          created_position: entry.createdPosition,
          picks: Object.fromEntries(
            numbers.flatMap((number) => {
              const [team] = record.teamsOf(week(number))
              return team === undefined ? [] : [[number, team]]
            }),
          ),
          missed: numbers.filter((number) => record.hasMissed(week(number))),
          forgiven: record.waivedLosses.map(({ weekId, team }) => ({ week: weekId, team })),
          eliminated_by_hand: record.eliminatedByHandIn,
        })
      }),
    })
  }

  #weekView(): WeekView {
    const alive = this.entries.filter(({ id }) => enteredWeekAlive(this.standing(id), 2))
    return weekView({
      week: weekInfo({ id: 2, week_number: 2, is_locked: true }),
      games: gamesOf(this.#pool, this.#week(2)).map((game) => this.#gameInfo(game)),
      entries: alive.map(({ id, name }) => weekEntry(id, name, { team: this.teamOf(id) ?? null })),
    })
  }

  #gameInfo({ id, home, away, status, homeScore, awayScore, detail }: Game): GameInfo {
    return gameInfo({
      id,
      home_team_abbr: home,
      away_team_abbr: away,
      status,
      home_score: homeScore,
      away_score: awayScore,
      detail,
      result_at: this.#ended.get(id)?.at ?? null,
      ...countsAsField(this.countsAs),
    })
  }
}

const member = (id: number): Actor => ({ kind: 'user', userId: userId(id), tokenVersion: 1 })

function scheduled(weekId: number, teams: string, kickoff: Instant): FeedGame {
  const [home = '', away = ''] = teams.split('-')
  const espnId = `${weekId} ${teams}`
  return { espnId, home, away, kickoff, kickoffKnown: true, status: 'scheduled', homeScore: null, awayScore: null, detail: null }
}
