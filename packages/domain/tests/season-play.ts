import {
  absencesFrom,
  type Actor,
  type Command,
  type CommandEnvelope,
  emptyPool,
  type Entry,
  entryId,
  entryStanding,
  evolve,
  forkPool,
  type Instant,
  joinedSeasonAt,
  participantsOf,
  pickIdOf,
  type PoolState,
  type RecordedEvent,
  type CommandRun,
  runCommand,
  seasonOutcome,
  seasonResults,
  userId,
  weekId,
} from '../src/index.ts'
import { usedTeamsOf } from '../src/decide/picks.ts'
import { hashing, nonceOf } from './hashing.ts'
import {
  automaticLock,
  MEMBER_COMMANDS,
  Oracle,
  type FeedRow,
  type Rules,
  type OracleActor,
  type OracleCommand,
} from './oracle.ts'
import { type FeedRowChoice, SOME_TEAMS, type Step, type Wait, type StepAction, type ActorChoice } from './season-steps.ts'
import { LogInvariants } from './log-invariants.ts'

const HOUR = 3_600_000
const START = Date.UTC(2025, 8, 3, 12)
const SEASONS = [2025, 2026]
/** After this many steps the whole state is also compared with that of a fork and of a fold of all events. */
const STEPS_BETWEEN_STATE_CHECKS = 6

/** The pool and the oracle differ. */
class Mismatch extends Error {}

/** How often each event and rejection occurred in all seasons, to prove that the sequences reach the rules under test. */
export type Occurrences = Map<string, number>

/** Sees each command before it runs on the pool; the function that it returns sees the outcome. */
export type CommandObserver = (pool: PoolState, sent: CommandEnvelope, now: Instant) => (run: CommandRun) => void

/** Plays a season on the pool and on the oracle side by side. Throws a {@link Mismatch}. */
export function playSeason(
  season: { readonly rules: Partial<Rules>; readonly steps: readonly Step[] },
  occurrences: Occurrences,
  observe: CommandObserver = () => () => {},
): void {
  const play = new SeasonPlay(occurrences, observe)
  for (const action of openingActions(season.rules))
    play.take({ wait: 'none', actor: action.do === 'register' ? 'visitor' : 'authorized', action })
  for (const step of season.steps) play.take(step)
  play.finish()
}

function openingActions(rules: Partial<Rules>): readonly StepAction[] {
  const accounts = Array.from({ length: 4 }, (): StepAction => ({ do: 'register' }))
  const weeks = [1, 2].map((number): StepAction => ({ do: 'add week', season: 2025, number }))
  const entries = [1, 2, 3, 1].map((owner, i): StepAction => ({ do: 'create entry', owner, name: `Entry ${i}` }))
  return [...accounts, ...weeks, { do: 'rules', change: rules }, ...entries]
}

class SeasonPlay {
  readonly #oracle = new Oracle()
  readonly #pool = emptyPool()
  readonly #events: RecordedEvent[] = []
  readonly #invariants = new LogInvariants()
  readonly #occurrences: Occurrences
  readonly #observe: CommandObserver
  #now = START
  #steps = 0

  constructor(occurrences: Occurrences, observe: CommandObserver) {
    this.#occurrences = occurrences
    this.#observe = observe
  }

  take({ wait, actor: actorChoice, action }: Step): void {
    this.#steps += 1
    this.#now = advanceTime(this.#oracle, this.#now, wait)
    const locksBefore = this.#oracle.locks.length
    this.#oracle.lockDueWeeks(this.#now)
    const due = this.#oracle.locks.slice(locksBefore).map((lock) => lock.week)
    const command = toOracleCommand(this.#oracle, this.#now, action)
    const actor = chooseActor(this.#oracle, command, actorChoice)
    const violations = this.#oracle.violations(command, actor, this.#now)
    const run = this.#run(toCommand(command, this.#steps), actor)
    this.#compareOutcome(command, violations, run)
    if (run.outcome.ok) this.#comparePickEvents(command, run)
    const eliminatedBefore = this.#eliminatedWeeks()
    if (violations.length === 0) this.#oracle.apply(drawn(command, run, this.#pool), this.#now)
    if (command.do === 'finalize' && run.outcome.ok) this.#compareEliminated(command.week, eliminatedBefore, run)
    this.#oracle.lockDueWeeks(this.#now)
    this.#oracle.withdrawBuybacks()
    this.#invariants.check(run.recorded, due)
    this.#compareLocks(locksBefore, run)
    this.#compareState()
    this.#countOccurrences(command, run)
  }

  finish(): void {
    this.#compareWithFold()
  }

  #run(command: Command, who: OracleActor): CommandRun {
    const sent = { command, actor: toActor(who) }
    const now = instant(this.#now)
    const compare = this.#observe(this.#pool, sent, now)
    const run = this.#runTwice(sent, now)
    compare(run)
    return run
  }

  /** Runs some commands on a fork first, to compare it with the pool itself. */
  #runTwice(sent: CommandEnvelope, now: Instant): CommandRun {
    if (this.#steps % STEPS_BETWEEN_STATE_CHECKS !== 0) {
      const run = runCommand(this.#pool, sent, now, hashing)
      this.#events.push(...run.recorded)
      return run
    }
    const before = dump(this.#pool)
    const fork = forkPool(this.#pool)
    const forkRun = runCommand(fork, sent, now, hashing)
    requireSame('the state under a fork', dump(this.#pool), before)
    const run = runCommand(this.#pool, sent, now, hashing)
    requireSame('the events of a fork', JSON.stringify(forkRun.recorded), JSON.stringify(run.recorded))
    requireSame('the state of a fork', dump(fork), dump(this.#pool))
    this.#events.push(...run.recorded)
    this.#compareWithFold()
    return run
  }

  #compareWithFold(): void {
    const folded = emptyPool()
    for (const event of JSON.parse(JSON.stringify(this.#events)) as RecordedEvent[]) evolve(folded, event)
    requireSame('the fold of all events', dump(folded), dump(this.#pool))
  }

  #compareOutcome(command: OracleCommand, violations: readonly string[], { outcome }: CommandRun): void {
    const code = outcome.ok ? 'accepted' : outcome.violation.code
    const allowed = violations.length === 0 ? ['accepted'] : violations
    if (!allowed.includes(code)) {
      throw new Mismatch(`${JSON.stringify(command)}: the pool returns ${code}, the oracle ${allowed.join(' or ')}`)
    }
  }

  #comparePickEvents(command: OracleCommand, { recorded }: CommandRun): void {
    if (command.do !== 'pick' && command.do !== 'change') return
    const picks = recorded.filter((event) => event.type === 'PickSubmitted').length
    const isUnchanged = this.#oracle.isUnchangedPick(command)
    if (isUnchanged) this.#increment('unchanged picks')
    requireSame('the number of recorded picks', picks, isUnchanged ? 0 : 1)
  }

  #eliminatedWeeks(): ReadonlyMap<number, readonly (number | null)[]> {
    const { entries } = this.#oracle
    return new Map(entries.map(({ id }) => [id, SEASONS.map((season) => this.#oracle.eliminatedWeek(id, season))]))
  }

  #compareEliminated(week: number, before: ReadonlyMap<number, readonly (number | null)[]>, { outcome }: CommandRun): void {
    const season = SEASONS.indexOf(this.#oracle.weeks.find((other) => other.id === week)?.season ?? 0)
    const newlyEliminated = [...this.#eliminatedWeeks()].filter(
      ([id, out]) => out[season] !== null && before.get(id)?.[season] === null,
    )
    const { eliminated } = (outcome.ok ? outcome.reply : {}) as { readonly eliminated?: readonly number[] }
    requireSame(
      'entries eliminated by Set All to Final',
      [...(eliminated ?? [])],
      newlyEliminated.map(([id]) => id),
    )
  }

  #compareLocks(locksBefore: number, { recorded }: CommandRun): void {
    const recordedLocks = recorded.flatMap((event) => {
      if (event.type !== 'WeekLocked') return []
      const { weekId: week, entries, picks, missed } = event.data
      return [{ week, entries, picks, missed }]
    })
    requireSame('the locks and their entries', recordedLocks, this.#oracle.locks.slice(locksBefore))
  }

  #compareState(): void {
    const oracle = this.#oracle
    const pool = this.#pool
    requireSame(
      'the accounts',
      ids(pool.users.values()),
      oracle.users.map(({ id }) => id),
    )
    requireSame(
      'the entries',
      ids(pool.entries.values()),
      oracle.entries.map(({ id }) => id),
    )
    requireSame('the current week', pool.currentWeekId, oracle.current)
    requireSame('site time', siteTimeText(pool, this.#now), new Date(oracle.siteTime(this.#now)).toISOString())
    requireSame(
      'the weeks',
      weeksOf(pool),
      oracle.weeks.map((week) => ({
        id: week.id,
        lock: new Date(week.lock).toISOString(),
        locked: week.lockNumber !== null,
        mark: week.reopenedAfterReveal,
        reopenings: week.reopenings,
      })),
    )
    requireSame(
      'the picks',
      picksOf(pool),
      oracle.picks.map(({ entry, week, team, assignedBy }) => `${entry} ${week} ${team} ${assignedBy}`).sort(),
    )
    requireSame('the rankings', rankingsOf(pool), oracle.rankings.map(({ entry, teams }) => `${entry} ${teams.join()}`).sort())
    requireSame(
      'the buybacks',
      buybacksOf(pool),
      oracle.buybacks.map(({ entry, season, week, team, status }) => `${entry} ${season} ${week} ${team} ${status}`).sort(),
    )
    for (const entry of pool.entries.values()) this.#compareUsedTeams(entry)
    for (const season of SEASONS) this.#compareSeason(season)
  }

  #compareUsedTeams(entry: Entry): void {
    for (const week of this.#oracle.weeks) {
      const used = [...usedTeamsOf(this.#pool, entry, this.#pool.weeks.get(weekId(week.id))!).keys()].sort()
      requireSame(
        `teams that entry ${entry.id} used but for week ${week.id}`,
        used,
        this.#oracle.usedTeams(entry.id, week).toSorted(),
      )
    }
  }

  #compareSeason(season: number): void {
    const results = seasonResults(this.#pool, season)
    const standings = [...this.#pool.entries.values()]
      .sort((a, b) => a.id - b.id)
      .map((entry) => ({
        entryId: entry.id,
        joinedPosition: joinedSeasonAt(this.#pool, entry, season) ?? null,
        standing: entryStanding(this.#pool, entry, results),
      }))
    for (const { entryId: id, standing } of standings) {
      if (standing.status === 'alive') requireSame(`losses of ${id}`, standing.losses, this.#oracle.lossCount(id, season))
      if (standing.status === 'alive' && standing.losses > 0) this.#increment('alive with a lost life')
    }
    const out = standings.map(({ entryId: id, standing }) => [id, standing.status === 'out' ? standing.eliminatedWeek : null])
    requireSame(
      `eliminated entries of ${season}`,
      out,
      this.#oracle.entries.map(({ id }) => [id, this.#oracle.eliminatedWeek(id, season)]),
    )
    const outcome = seasonOutcome(this.#pool, results)
    requireSame(
      `champions of ${season}`,
      outcome.status === 'finished' ? [...outcome.champions] : [],
      this.#oracle.champions(season),
    )
    const participants = participantsOf(this.#pool, results).map(({ entry }) => entry.id)
    requireSame(
      `entries that take part in ${season}`,
      participants,
      this.#oracle.entries.filter(({ id }) => this.#oracle.takesPart(id, season)).map(({ id }) => id),
    )
    const absences = absencesFrom(this.#pool, results)
    const present = [...this.#pool.entries.values()].filter((entry) => absences(entry) === undefined).map(({ id }) => id)
    requireSame(
      `entries without an absence from ${season}`,
      present.sort((a, b) => a - b),
      participants,
    )
    const joined = standings.filter(({ joinedPosition }) => joinedPosition !== null)
    if (outcome.status === 'finished' && joined.length > participants.length) this.#increment('champions with late entries')
    if (joined.length < standings.length && participants.length > 0) this.#increment('seasons with absent entries')
    if (outcome.status === 'finished') this.#increment(outcome.champions.length > 1 ? 'shared championships' : 'champions')
    for (const { standing } of standings) if (standing.status === 'out') this.#increment(`out by ${standing.cause}`)
  }

  #countOccurrences(command: OracleCommand, { recorded, outcome }: CommandRun): void {
    this.#increment(outcome.ok ? `accepted: ${command.do}` : `rejected: ${outcome.violation.code}`)
    for (const occurrence of this.#oracle.happened.splice(0)) this.#increment(occurrence)
    for (const event of recorded) {
      this.#increment(event.type)
      if (event.type === 'WeekReopened') this.#increment(event.data.marked ? 'reopened marked' : 'reopened unmarked')
      if (event.type === 'WeekLocked' && this.#isOfRenewed(event.data.weekId)) this.#increment('locks of a renewed season')
      if (event.type === 'WeekLocked' && event.data.missed.length > 0) this.#increment('locks with missed picks')
      if (event.type === 'PickAssigned') this.#increment(`assigned by ${event.data.rule}`)
      if (event.type === 'GameFinalized' && event.data.homeScore === event.data.awayScore) this.#increment('ties')
      if (event.type === 'EntryReinstated' && event.data.forgiven.length > 0) this.#increment('waived losses')
      if (event.type === 'SiteTimeSet') this.#increment(event.data.running ? 'site time running' : 'site time frozen')
    }
  }

  #isOfRenewed(week: number): boolean {
    const season = this.#oracle.weeks.find((other) => other.id === week)?.season
    return this.#oracle.renewals.some((renewal) => renewal.season === season)
  }

  #increment(occurrence: string): void {
    this.#occurrences.set(occurrence, (this.#occurrences.get(occurrence) ?? 0) + 1)
  }
}

function advanceTime(oracle: Oracle, now: number, wait: Wait): number {
  switch (wait) {
    case 'none':
      return now
    case 'hour':
      return now + HOUR
    case 'day':
      return now + 24 * HOUR
    case 'days':
      return now + 72 * HOUR
    default: {
      const siteTime = oracle.siteTime(now)
      const ahead = oracle.weeks.map((week) => week.lock).filter((lock) => lock > siteTime)
      // Time may advance to a lock of this season, but not into the next season.
      if (ahead.length === 0 || oracle.clock.mode === 'frozen' || Math.min(...ahead) - siteTime > 100 * 24 * HOUR)
        return now + HOUR
      return now + Math.min(...ahead) - siteTime - (wait === 'a lock' ? 0 : 1)
    }
  }
}

/** Resolves the indexes of a step's action. Sometimes an index resolves to nothing. */
function toOracleCommand(oracle: Oracle, now: number, action: StepAction): OracleCommand {
  const week = 'week' in action ? (pickByIndex(oracle.weeks, action.week)?.id ?? 99) : 99
  const entry = 'entry' in action ? (pickByIndex(oracle.entries, action.entry)?.id ?? 99) : 99
  switch (action.do) {
    case 'delete user':
      return { do: action.do, user: pickByIndex(oracle.users, action.user)?.id ?? 99 }
    case 'create entry':
      return { ...action, owner: pickByIndex(oracle.users, action.owner)?.id ?? 99 }
    case 'rename':
    case 'delete entry':
    case 'remove entry':
    case 'set eliminated':
    case 'pay':
    case 'renew':
    case 'renew by admin':
      return { ...action, entry }
    case 'rank':
      return { ...action, entry, teams: action.teams.map((team) => chooseTeam(oracle, entry, team)) }
    case 'ask buyback':
      return { ...action, entry: pickByIndex(mostlyEliminatedEntries(oracle), action.entry)?.id ?? 99 }
    case 'answer buyback': {
      const requests = oracle.buybacks.filter((buyback) => buyback.status === 'requested')
      return { ...action, entry: pickByIndex(requests, action.entry)?.entry ?? entry }
    }
    case 'pick':
    case 'override':
      return {
        ...action,
        entry,
        week: pickByIndex(mostlyOpenWeeks(oracle, now), action.week)?.id ?? 99,
        team: chooseTeam(oracle, entry, action.team),
      }
    case 'change':
    case 'clear':
    case 'remove pick': {
      const held = pickByIndex(oracle.picks, action.entry * 12 + action.week) ?? { entry, week }
      return { ...action, entry: held.entry, week: held.week }
    }
    case 'delete week':
    case 'set current':
    case 'finalize':
      return { do: action.do, week }
    case 'set ineligible':
      return { ...action, week: pickByIndex(mostlyOpenWeeks(oracle, now), action.week)?.id ?? 99 }
    case 'random scores':
      return { do: action.do, week, drawn: [] }
    case 'random picks':
      return { ...action, week, drawn: [] }
    case 'set lock':
      return { do: action.do, week, to: action.after === 'auto' ? 'auto' : oracle.siteTime(now) + action.after }
    case 'sync':
      return { do: action.do, week, rows: feedRows(oracle, week, action.rows) }
    case 'site time':
      return {
        do: action.do,
        to: (oracle.weeks.find((other) => other.id === week)?.lock ?? now) + action.after,
        running: action.running,
      }
    default:
      return action
  }
}

/** `held` means the team of one of the entry's picks. */
function chooseTeam(oracle: Oracle, entry: number, team: string): string {
  return team === 'held' ? (oracle.picks.find((pick) => pick.entry === entry)?.team ?? 'BUF') : team
}

/** Returns open weeks three times as often as others, because picks in closed weeks test little. */
function mostlyOpenWeeks(oracle: Oracle, now: number): Oracle['weeks'] {
  const open = oracle.weeks.filter((week) => !oracle.isClosed(week, now))
  return open.length === 0 ? oracle.weeks : [...open, ...open, ...open, ...oracle.weeks]
}

/** Returns eliminated entries three times as often as others, because others cannot buy back in. */
function mostlyEliminatedEntries(oracle: Oracle): Oracle['entries'] {
  const season = oracle.weeks.find((week) => week.id === oracle.current)?.season ?? 0
  const eliminated = oracle.entries.filter(({ id }) => oracle.eliminatedWeek(id, season) !== null)
  return [...eliminated, ...eliminated, ...eliminated, ...oracle.entries]
}

/** Returns an item by index. The last index of the range returns nothing. */
function pickByIndex<T>(things: readonly T[], index: number): T | undefined {
  return index === 11 ? undefined : things[index % Math.max(1, things.length)]
}

function feedRows(oracle: Oracle, id: number, rows: readonly FeedRowChoice[]): readonly FeedRow[] {
  const week = oracle.weeks.find((other) => other.id === id)
  const [season, number] = week === undefined ? [2025, 1] : [week.season, week.number]
  const sunday = automaticLock(season, number, [])
  const kickoffs = [-64 * HOUR, HOUR, 33 * HOUR, 140 * HOUR, -18 * HOUR]
  return rows.map(({ game, status, home, away, kickoff, known }) => ({
    espn: `${season}.${number}.${game}`,
    home: SOME_TEAMS[(2 * game + number) % 8]!,
    away: SOME_TEAMS[(2 * game + 1 + number) % 8]!,
    kickoff: sunday + kickoffs[kickoff]!,
    known,
    status,
    homeScore: home,
    awayScore: away,
  }))
}

function chooseActor(oracle: Oracle, command: OracleCommand, choice: ActorChoice): OracleActor {
  if (choice === 'visitor') return { kind: 'visitor' }
  if (choice === 'system') return { kind: 'system' }
  const admin: OracleActor = { kind: 'user', id: 1 }
  if (choice === 'admin' || (!MEMBER_COMMANDS.includes(command.do) && choice === 'authorized'))
    return command.do === 'sync' ? { kind: 'system' } : admin
  const owner =
    command.do === 'create entry'
      ? command.owner
      : 'entry' in command
        ? (oracle.entries.find(({ id }) => id === command.entry)?.owner ?? 2)
        : 2
  return { kind: 'user', id: choice === 'authorized' ? owner : owner + 1 }
}

function toActor(who: OracleActor): Actor {
  return who.kind === 'user' ? { kind: 'user', userId: userId(who.id), tokenVersion: 1 } : who
}

function toCommand(command: OracleCommand, n: number): Command {
  const nonce = nonceOf(n)
  switch (command.do) {
    case 'register':
      return domainCommand('RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
    case 'create user':
      return domainCommand('CreateUser', { emailTaken: false, hasPassword: false })
    case 'delete user':
      return domainCommand('DeleteUser', { userId: command.user })
    case 'create entry':
      return domainCommand('CreateEntry', { userId: command.owner, name: command.name })
    case 'rename':
      return domainCommand('RenameEntry', { entryId: command.entry, name: command.name })
    case 'delete entry':
      return domainCommand('DeleteEntry', { entryId: command.entry })
    case 'remove entry':
      return domainCommand('RemoveEntry', { entryId: command.entry })
    case 'set eliminated':
      return domainCommand('AmendEntry', { entryId: command.entry, isEliminated: command.out })
    case 'pick':
      return domainCommand('SubmitPick', { entryId: command.entry, weekId: command.week, team: command.team, nonce })
    case 'change':
      return domainCommand('ChangePick', { pickId: pickIdIn(command), team: command.team, nonce })
    case 'clear':
      return domainCommand('ClearPick', { pickId: pickIdIn(command) })
    case 'override': {
      const reason = command.reason ? { reason: 'because' } : {}
      return domainCommand('OverridePick', { entryId: command.entry, weekId: command.week, team: command.team, nonce, ...reason })
    }
    case 'remove pick':
      return domainCommand('RemovePick', { pickId: pickIdIn(command) })
    case 'rank':
      return domainCommand('SetRanking', { entryId: command.entry, teams: command.teams, nonce })
    case 'ask buyback':
      return domainCommand('RequestBuyback', { entryId: command.entry })
    case 'answer buyback':
      return domainCommand('AnswerBuyback', { entryId: command.entry, action: command.confirm ? 'confirm' : 'decline' })
    case 'pay':
      return domainCommand('SetPayment', { entryId: command.entry, paymentType: 'cash', paidDate: null, isPaid: command.paid })
    case 'add week':
      return domainCommand('AddWeek', { seasonYear: command.season, weekNumber: command.number })
    case 'delete week':
      return domainCommand('DeleteWeek', { weekId: command.week })
    case 'set current':
      return domainCommand('SetCurrentWeek', { weekId: command.week })
    case 'set lock':
      return domainCommand('SetLockTime', {
        weekId: command.week,
        lockTime: command.to === 'auto' ? 'auto' : instant(command.to),
      })
    case 'set ineligible':
      return domainCommand('SetIneligibleTeams', { weekId: command.week, teams: command.teams })
    case 'sync':
      return domainCommand('SyncGames', {
        weekId: command.week,
        games: command.rows.map(({ espn, kickoff, known, ...row }) => ({
          ...row,
          espnId: espn,
          kickoff: instant(kickoff),
          kickoffKnown: known,
          detail: null,
        })),
      })
    case 'finalize':
      return domainCommand('FinalizeScores', { weekId: command.week })
    case 'random scores':
      return domainCommand('RandomizeScores', { weekId: command.week, seed: nonce })
    case 'random picks':
      return domainCommand('RandomizePicks', { weekId: command.week, overwrite: command.overwrite, seed: nonce })
    case 'site time':
      return domainCommand('SetSiteTime', { siteTime: instant(command.to), running: command.running })
    case 'real time':
      return domainCommand('ClearSiteTime', {})
    case 'rules': {
      const { maxEntries, ...rest } = command.change
      return domainCommand('ChangeRules', {
        rules: { ...rest, ...(maxEntries === undefined ? {} : { maxEntriesPerMember: maxEntries }) },
      })
    }
    case 'start season':
      return domainCommand('StartSeason', { seasonYear: command.season })
    case 'renew':
      return domainCommand('RenewEntry', { entryId: command.entry, byAdmin: false })
    case 'renew by admin':
      return domainCommand('RenewEntry', { entryId: command.entry, byAdmin: true })
    case 'purge users':
      return domainCommand('PurgeUsersAndEntries', {})
    case 'purge weeks':
      return domainCommand('PurgeWeeks', {})
    case 'nothing':
      return domainCommand('LockDueWeeks', {})
    default:
      return command satisfies never
  }
}

function domainCommand(type: Command['type'], data: object): Command {
  return { type, data } as unknown as Command
}

function pickIdIn({ entry, week }: { readonly entry: number; readonly week: number }): number {
  return pickIdOf(entryId(entry), weekId(week))
}

/** Adds the random values that the pool chose to the oracle's command. */
function drawn(command: OracleCommand, { recorded }: CommandRun, pool: PoolState): OracleCommand {
  if (command.do === 'random scores') {
    const scores = recorded.flatMap((event) => {
      if (event.type !== 'GameScored') return []
      const { weekId: week, gameId, homeScore, awayScore } = event.data
      const espn = pool.weeks.get(week)!.games.find((game) => game.id === gameId)!.espnId
      return [{ espn, homeScore: homeScore!, awayScore: awayScore! }]
    })
    return { ...command, drawn: scores }
  }
  if (command.do === 'random picks') {
    const picks = recorded.flatMap((event) =>
      event.type === 'PickOverridden' ? [{ entry: event.data.entryId, team: event.data.team }] : [],
    )
    return { ...command, drawn: picks }
  }
  return command
}

function weeksOf(pool: PoolState): readonly object[] {
  return [...pool.weeks.values()]
    .sort((a, b) => a.id - b.id)
    .map((week) => ({
      id: week.id,
      lock: week.lockTime,
      locked: week.locked !== null,
      mark: week.reopenedAfterReveal,
      reopenings: week.reopenings,
    }))
}

function picksOf(pool: PoolState): readonly string[] {
  const standing = [...pool.entries.values()].flatMap((entry) =>
    entry.picks.map(({ weekId: week, team, assignedBy }) => ({ entry: entry.id, week, team, assignedBy })),
  )
  return standing
    .filter(({ week }) => pool.weeks.has(week))
    .map(({ entry, week, team, assignedBy }) => `${entry} ${week} ${team} ${assignedBy}`)
    .sort()
}

function rankingsOf(pool: PoolState): readonly string[] {
  const ranked = [...pool.entries.values()].filter((entry) => entry.ranking.length > 0)
  return ranked.map((entry) => `${entry.id} ${entry.ranking.join()}`).sort()
}

function buybacksOf(pool: PoolState): readonly string[] {
  const line = (entry: Entry) =>
    entry.buybacks.map(({ seasonYear, loss, status }) => `${entry.id} ${seasonYear} ${loss.weekId} ${loss.team} ${status}`)
  return [...pool.entries.values()].flatMap(line).sort()
}

function siteTimeText({ siteClock }: PoolState, now: number): string {
  if (siteClock.mode === 'real') return instant(now)
  if (siteClock.mode === 'frozen') return siteClock.at
  return instant(Date.parse(siteClock.at) + now - Date.parse(siteClock.since))
}

function ids(things: Iterable<{ readonly id: number }>): readonly number[] {
  return [...things].map(({ id }) => id).sort((a, b) => a - b)
}

function instant(ms: number): Instant {
  return new Date(ms).toISOString() as Instant
}

function requireSame(label: string, pool: unknown, oracle: unknown): void {
  const [left, right] = [JSON.stringify(pool), JSON.stringify(oracle)]
  if (left !== right) throw new Mismatch(`${label}\n  pool:  ${left}\n  oracle: ${right}`)
}

/** Serializes a state in a fixed order. */
function dump(pool: PoolState): string {
  const rows = <K extends number, V>(table: { entries: () => Iterable<[K, V]> }) => [...table.entries()].sort(([a], [b]) => a - b)
  const { users, entries, entriesOfUser, requestedBuybacks, postings, weeks, seasonRules, ...rest } = pool
  const owners = rows(entriesOfUser).filter(([, held]) => held.length > 0)
  return JSON.stringify([
    rest,
    rows(users),
    rows(entries),
    owners,
    rows(requestedBuybacks),
    rows(postings),
    rows(weeks),
    rows(seasonRules),
  ])
}
