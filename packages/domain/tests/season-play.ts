import {
  type Actor,
  type Command,
  emptyPool,
  type Entry,
  entryId,
  entryStanding,
  evolve,
  forkPool,
  deriveSeasonOutcome,
  type Instant,
  pickIdOf,
  type PoolState,
  type RecordedEvent,
  type CommandRun,
  runCommand,
  seasonResults,
  userId,
  weekId,
} from '../src/index.ts'
import { usedTeamsOf } from '../src/decide/picks.ts'
import { hashing, nonceOf } from './hashing.ts'
import { automaticLock, Oracle, type Row, type Rules, type Who, type Wish } from './oracle.ts'
import { type RowChoice, SOME_TEAMS, type Step, type Wait, type What, type WhoChoice } from './season-steps.ts'
import { Watch } from './watch.ts'

const HOUR = 3_600_000
const START = Date.UTC(2025, 8, 3, 12)
const SEASONS = [2025, 2026]
/** Every so many steps the whole state is compared, too, with forks and folds of it. */
const WHOLE_STATE_EVERY = 6

/** Something the pool does otherwise than the rules say. */
export class Disagreement extends Error {}

/** How often what happened, over all seasons played: proof that the sequences reach the rules they shall test. */
export type Tally = Map<string, number>

/** Plays a season on the pool and on the oracle side by side. Throws a {@link Disagreement}. */
export function playSeason(season: { readonly rules: Partial<Rules>; readonly steps: readonly Step[] }, tally: Tally): void {
  const play = new Play(tally)
  for (const what of opening(season.rules)) play.take({ wait: 'none', who: what.do === 'register' ? 'visitor' : 'fit', what })
  for (const step of season.steps) play.take(step)
  play.finish()
}

function opening(rules: Partial<Rules>): readonly What[] {
  const accounts = Array.from({ length: 4 }, (): What => ({ do: 'register' }))
  const weeks = [1, 2].map((number): What => ({ do: 'add week', season: 2025, number }))
  const entries = [1, 2, 3, 1].map((owner, i): What => ({ do: 'enter', owner, name: `Entry ${i}` }))
  return [...accounts, ...weeks, { do: 'rules', change: rules }, ...entries]
}

class Play {
  readonly #oracle = new Oracle()
  readonly #pool = emptyPool()
  readonly #events: RecordedEvent[] = []
  readonly #watch = new Watch()
  readonly #tally: Tally
  #now = START
  #steps = 0

  constructor(tally: Tally) {
    this.#tally = tally
  }

  take({ wait, who, what }: Step): void {
    this.#steps += 1
    this.#now = later(this.#oracle, this.#now, wait)
    const locksBefore = this.#oracle.locks.length
    this.#oracle.lockWhatIsDue(this.#now)
    const due = this.#oracle.locks.slice(locksBefore).map((lock) => lock.week)
    const wish = wishOf(this.#oracle, this.#now, what)
    const actor = actorOf(this.#oracle, wish, who)
    const refusals = this.#oracle.refusals(wish, actor, this.#now)
    const run = this.#run(commandOf(wish, this.#steps), actor)
    this.#agreeOnOutcome(wish, refusals, run)
    const outBefore = this.#out()
    if (refusals.length === 0) this.#oracle.grant(drawn(wish, run, this.#pool), this.#now)
    if (wish.do === 'finalize' && run.outcome.ok) this.#agreeOnFallen(wish.week, outBefore, run)
    this.#oracle.lockWhatIsDue(this.#now)
    this.#watch.see(run.recorded, due)
    this.#agreeOnLocks(locksBefore, run)
    this.#agreeOnPool()
    this.#count(wish, run)
  }

  finish(): void {
    this.#sameAsFolded()
  }

  #run(command: Command, who: Who): CommandRun {
    const sent = { command, actor: toActor(who) }
    const now = instant(this.#now)
    if (this.#steps % WHOLE_STATE_EVERY !== 0) {
      const run = runCommand(this.#pool, sent, now, hashing)
      this.#events.push(...run.recorded)
      return run
    }
    const before = dump(this.#pool)
    const fork = forkPool(this.#pool)
    const forkRun = runCommand(fork, sent, now, hashing)
    same('the pool under a fork', dump(this.#pool), before)
    const run = runCommand(this.#pool, sent, now, hashing)
    same('what a fork records', JSON.stringify(forkRun.recorded), JSON.stringify(run.recorded))
    same('the state of a fork', dump(fork), dump(this.#pool))
    this.#events.push(...run.recorded)
    this.#sameAsFolded()
    return run
  }

  #sameAsFolded(): void {
    const folded = emptyPool()
    for (const event of JSON.parse(JSON.stringify(this.#events)) as RecordedEvent[]) evolve(folded, event)
    same('the fold of all events', dump(folded), dump(this.#pool))
  }

  #agreeOnOutcome(wish: Wish, refusals: readonly string[], { outcome }: CommandRun): void {
    const code = outcome.ok ? 'accepted' : outcome.violation.code
    const allowed = refusals.length === 0 ? ['accepted'] : refusals
    if (!allowed.includes(code)) {
      throw new Disagreement(`${JSON.stringify(wish)}: the pool says ${code}, the rules ${allowed.join(' or ')}`)
    }
  }

  #out(): ReadonlyMap<number, readonly (number | null)[]> {
    const { entries } = this.#oracle
    return new Map(entries.map(({ id }) => [id, SEASONS.map((season) => this.#oracle.outSince(id, season))]))
  }

  #agreeOnFallen(week: number, before: ReadonlyMap<number, readonly (number | null)[]>, { outcome }: CommandRun): void {
    const season = SEASONS.indexOf(this.#oracle.weeks.find((other) => other.id === week)?.season ?? 0)
    const fallen = [...this.#out()].filter(([id, out]) => out[season] !== null && before.get(id)?.[season] === null)
    const { eliminated } = (outcome.ok ? outcome.reply : {}) as { readonly eliminated?: readonly number[] }
    same(
      'who fell by Set All to Final',
      [...(eliminated ?? [])],
      fallen.map(([id]) => id),
    )
  }

  #agreeOnLocks(locksBefore: number, { recorded }: CommandRun): void {
    const told = recorded.flatMap((event) => {
      if (event.type !== 'WeekLocked') return []
      const { weekId: week, entries, picks, missed } = event.data
      return [{ week, entries, picks, missed }]
    })
    same('the locks and their rosters', told, this.#oracle.locks.slice(locksBefore))
  }

  #agreeOnPool(): void {
    const oracle = this.#oracle
    const pool = this.#pool
    same(
      'the accounts',
      ids(pool.users.values()),
      oracle.users.map(({ id }) => id),
    )
    same(
      'the entries',
      ids(pool.entries.values()),
      oracle.entries.map(({ id }) => id),
    )
    same('the current week', pool.currentWeekId, oracle.current)
    same('site time', siteTimeText(pool, this.#now), new Date(oracle.siteTime(this.#now)).toISOString())
    same(
      'the weeks',
      weeksOf(pool),
      oracle.weeks.map((week) => ({
        id: week.id,
        lock: new Date(week.lock).toISOString(),
        locked: week.lockStands !== null,
        mark: week.mark,
        reopenings: week.reopenings,
      })),
    )
    same('the picks', picksOf(pool), oracle.picks.map(({ entry, week, team }) => `${entry} ${week} ${team}`).sort())
    for (const entry of pool.entries.values()) this.#agreeOnUsed(entry)
    for (const season of SEASONS) this.#agreeOnSeason(season)
  }

  #agreeOnUsed(entry: Entry): void {
    for (const week of this.#oracle.weeks) {
      const used = [...usedTeamsOf(this.#pool, entry, this.#pool.weeks.get(weekId(week.id))!).keys()].sort()
      same(`teams that entry ${entry.id} used but for week ${week.id}`, used, this.#oracle.usedTeams(entry.id, week).toSorted())
    }
  }

  #agreeOnSeason(season: number): void {
    const facts = seasonResults(this.#pool, season)
    const standings = [...this.#pool.entries.values()]
      .sort((a, b) => a.id - b.id)
      .map((entry) => ({ entryId: entry.id, standing: entryStanding(this.#pool, entry, facts) }))
    const out = standings.map(({ entryId: id, standing }) => [id, standing.status === 'out' ? standing.eliminatedWeek : null])
    same(
      `who is out of ${season}, and since when`,
      out,
      this.#oracle.entries.map(({ id }) => [id, this.#oracle.outSince(id, season)]),
    )
    const finish = deriveSeasonOutcome(
      standings,
      new Set(facts.weeks.filter((week) => week.complete).map((week) => week.weekNumber)),
    )
    same(`champions of ${season}`, finish.status === 'finished' ? [...finish.champions] : [], this.#oracle.champions(season))
    if (finish.status === 'finished') this.#add(finish.champions.length > 1 ? 'shared championships' : 'champions')
    for (const { standing } of standings) if (standing.status === 'out') this.#add(`out by ${standing.cause}`)
  }

  #count(wish: Wish, { recorded, outcome }: CommandRun): void {
    this.#add(outcome.ok ? `accepted: ${wish.do}` : `refused: ${outcome.violation.code}`)
    for (const event of recorded) {
      this.#add(event.type)
      if (event.type === 'WeekReopened') this.#add(event.data.marked ? 'reopened marked' : 'reopened unmarked')
      if (event.type === 'WeekLocked' && event.data.missed.length > 0) this.#add('locks with missed picks')
      if (event.type === 'GameFinalized' && event.data.homeScore === event.data.awayScore) this.#add('ties')
      if (event.type === 'EntryReinstated' && event.data.forgiven.length > 0) this.#add('forgiven losses')
      if (event.type === 'SiteTimeSet') this.#add(event.data.running ? 'site time running' : 'site time frozen')
    }
  }

  #add(what: string): void {
    this.#tally.set(what, (this.#tally.get(what) ?? 0) + 1)
  }
}

function later(oracle: Oracle, now: number, wait: Wait): number {
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
      // Real time may come near a lock of this season, but not leap into the next.
      if (ahead.length === 0 || oracle.clock.mode === 'frozen' || Math.min(...ahead) - siteTime > 100 * 24 * HOUR)
        return now + HOUR
      return now + Math.min(...ahead) - siteTime - (wait === 'a lock' ? 0 : 1)
    }
  }
}

/** What a step's numbers point at, as things are; now and then at nothing. */
function wishOf(oracle: Oracle, now: number, what: What): Wish {
  const week = 'week' in what ? (at(oracle.weeks, what.week)?.id ?? 99) : 99
  const entry = 'entry' in what ? (at(oracle.entries, what.entry)?.id ?? 99) : 99
  switch (what.do) {
    case 'delete user':
      return { do: what.do, user: at(oracle.users, what.user)?.id ?? 99 }
    case 'enter':
      return { ...what, owner: at(oracle.users, what.owner)?.id ?? 99 }
    case 'rename':
    case 'delete entry':
    case 'remove entry':
    case 'judge':
      return { ...what, entry }
    case 'pick':
    case 'override':
      return { ...what, entry, week: at(preferOpen(oracle, now), what.week)?.id ?? 99, team: teamOf(oracle, entry, what.team) }
    case 'change':
    case 'clear':
    case 'remove pick': {
      const held = at(oracle.picks, what.entry * 12 + what.week) ?? { entry, week }
      return { ...what, entry: held.entry, week: held.week }
    }
    case 'delete week':
    case 'set current':
    case 'finalize':
      return { do: what.do, week }
    case 'set ineligible':
      return { ...what, week: at(preferOpen(oracle, now), what.week)?.id ?? 99 }
    case 'random scores':
      return { do: what.do, week, drawn: [] }
    case 'random picks':
      return { ...what, week, drawn: [] }
    case 'set lock':
      return { do: what.do, week, to: what.after === 'auto' ? 'auto' : oracle.siteTime(now) + what.after }
    case 'sync':
      return { do: what.do, week, rows: rowsOf(oracle, week, what.rows) }
    case 'site time':
      return {
        do: what.do,
        to: (oracle.weeks.find((other) => other.id === week)?.lock ?? now) + what.after,
        running: what.running,
      }
    default:
      return what
  }
}

/** `held`: the team of some pick of the entry, for choice. */
function teamOf(oracle: Oracle, entry: number, team: string): string {
  return team === 'held' ? (oracle.picks.find((pick) => pick.entry === entry)?.team ?? 'BUF') : team
}

/** Three of four picks are for weeks that are open, if there are any: what is closed is soon said. */
function preferOpen(oracle: Oracle, now: number): Oracle['weeks'] {
  const open = oracle.weeks.filter((week) => !oracle.isClosed(week, now))
  return open.length === 0 ? oracle.weeks : [...open, ...open, ...open, ...oracle.weeks]
}

/** The last number of its range points at nothing, the others at the things there are. */
function at<T>(things: readonly T[], index: number): T | undefined {
  return index === 11 ? undefined : things[index % Math.max(1, things.length)]
}

function rowsOf(oracle: Oracle, id: number, rows: readonly RowChoice[]): readonly Row[] {
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

const MEMBERS = ['enter', 'rename', 'delete entry', 'pick', 'change', 'clear']

function actorOf(oracle: Oracle, wish: Wish, choice: WhoChoice): Who {
  if (choice === 'visitor') return { kind: 'visitor' }
  if (choice === 'system') return { kind: 'system' }
  const admin: Who = { kind: 'user', id: 1 }
  if (choice === 'admin' || (!MEMBERS.includes(wish.do) && choice === 'fit'))
    return wish.do === 'sync' ? { kind: 'system' } : admin
  const owner =
    wish.do === 'enter' ? wish.owner : 'entry' in wish ? (oracle.entries.find(({ id }) => id === wish.entry)?.owner ?? 2) : 2
  return { kind: 'user', id: choice === 'fit' ? owner : owner + 1 }
}

function toActor(who: Who): Actor {
  return who.kind === 'user' ? { kind: 'user', userId: userId(who.id), tokenVersion: 1 } : who
}

function commandOf(wish: Wish, n: number): Command {
  const nonce = nonceOf(n)
  switch (wish.do) {
    case 'register':
      return plain('RegisterUser', { emailTaken: false, isNamedAdmin: null })
    case 'create user':
      return plain('CreateUser', { emailTaken: false })
    case 'delete user':
      return plain('DeleteUser', { userId: wish.user })
    case 'enter':
      return plain('CreateEntry', { userId: wish.owner, name: wish.name })
    case 'rename':
      return plain('RenameEntry', { entryId: wish.entry, name: wish.name })
    case 'delete entry':
      return plain('DeleteEntry', { entryId: wish.entry })
    case 'remove entry':
      return plain('RemoveEntry', { entryId: wish.entry })
    case 'judge':
      return plain('AmendEntry', { entryId: wish.entry, isEliminated: wish.out })
    case 'pick':
      return plain('SubmitPick', { entryId: wish.entry, weekId: wish.week, team: wish.team, nonce })
    case 'change':
      return plain('ChangePick', { pickId: pickIdIn(wish), team: wish.team, nonce })
    case 'clear':
      return plain('ClearPick', { pickId: pickIdIn(wish) })
    case 'override': {
      const reason = wish.reason ? { reason: 'because' } : {}
      return plain('OverridePick', { entryId: wish.entry, weekId: wish.week, team: wish.team, nonce, ...reason })
    }
    case 'remove pick':
      return plain('RemovePick', { pickId: pickIdIn(wish) })
    case 'add week':
      return plain('AddWeek', { seasonYear: wish.season, weekNumber: wish.number })
    case 'delete week':
      return plain('DeleteWeek', { weekId: wish.week })
    case 'set current':
      return plain('SetCurrentWeek', { weekId: wish.week })
    case 'set lock':
      return plain('SetLockTime', { weekId: wish.week, lockTime: wish.to === 'auto' ? 'auto' : instant(wish.to) })
    case 'set ineligible':
      return plain('SetIneligibleTeams', { weekId: wish.week, teams: wish.teams })
    case 'sync':
      return plain('SyncGames', {
        weekId: wish.week,
        games: wish.rows.map(({ espn, kickoff, known, ...row }) => ({
          ...row,
          espnId: espn,
          kickoff: instant(kickoff),
          kickoffKnown: known,
          detail: null,
        })),
      })
    case 'finalize':
      return plain('FinalizeScores', { weekId: wish.week })
    case 'random scores':
      return plain('RandomizeScores', { weekId: wish.week, seed: nonce })
    case 'random picks':
      return plain('RandomizePicks', { weekId: wish.week, overwrite: wish.overwrite, seed: nonce })
    case 'site time':
      return plain('SetSiteTime', { siteTime: instant(wish.to), running: wish.running })
    case 'real time':
      return plain('ClearSiteTime', {})
    case 'rules': {
      const { maxEntries, ...rest } = wish.change
      return plain('ChangeRules', {
        rules: { ...rest, ...(maxEntries === undefined ? {} : { maxEntriesPerMember: maxEntries }) },
      })
    }
    case 'purge users':
      return plain('PurgeUsersAndEntries', {})
    case 'purge weeks':
      return plain('PurgeWeeks', {})
    case 'nothing':
      return plain('LockDueWeeks', {})
    default:
      return wish satisfies never
  }
}

function plain(type: Command['type'], data: object): Command {
  return { type, data } as unknown as Command
}

function pickIdIn({ entry, week }: { readonly entry: number; readonly week: number }): number {
  return pickIdOf(entryId(entry), weekId(week))
}

/** A wish with what chance gave it. */
function drawn(wish: Wish, { recorded }: CommandRun, pool: PoolState): Wish {
  if (wish.do === 'random scores') {
    const scores = recorded.flatMap((event) => {
      if (event.type !== 'GameScored') return []
      const { weekId: week, gameId, homeScore, awayScore } = event.data
      const espn = pool.weeks.get(week)!.games.find((game) => game.id === gameId)!.espnId
      return [{ espn, homeScore: homeScore!, awayScore: awayScore! }]
    })
    return { ...wish, drawn: scores }
  }
  if (wish.do === 'random picks') {
    const picks = recorded.flatMap((event) =>
      event.type === 'PickOverridden' ? [{ entry: event.data.entryId, team: event.data.team }] : [],
    )
    return { ...wish, drawn: picks }
  }
  return wish
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
    entry.picks.map(({ weekId: week, team }) => ({ entry: entry.id, week, team })),
  )
  return standing
    .filter(({ week }) => pool.weeks.has(week))
    .map(({ entry, week, team }) => `${entry} ${week} ${team}`)
    .sort()
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

function same(what: string, pool: unknown, rules: unknown): void {
  const [left, right] = [JSON.stringify(pool), JSON.stringify(rules)]
  if (left !== right) throw new Disagreement(`${what}\n  pool:  ${left}\n  rules: ${right}`)
}

/** All of a state, in one order, whatever forks it went through. */
function dump(pool: PoolState): string {
  const rows = <K extends number, V>(table: { entries: () => Iterable<[K, V]> }) => [...table.entries()].sort(([a], [b]) => a - b)
  const { users, entries, entriesOfUser, weeks, seasonRules, ...rest } = pool
  const owners = rows(entriesOfUser).filter(([, held]) => held.length > 0)
  return JSON.stringify([rest, rows(users), rows(entries), owners, rows(weeks), rows(seasonRules)])
}
