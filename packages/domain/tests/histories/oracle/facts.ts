import type { Command, FeedGame, JoiningMode, PaymentType, PoolRules } from '../../../src/index.ts'

// What the oracle remembers: facts in the order in which they happened. `happened` numbers them. Everything else is derived from all of
// them anew (docs/rules.md), however slowly. The oracle imports types from the product, and no code.

export interface Facts {
  happened: number
  readonly lastIds: { user: number; entry: number; week: number; game: number }
  joining: JoiningMode
  users: readonly Account[]
  /** Accounts whose hidden picks are sealed. */
  seals: readonly { readonly user: number; readonly since: number; readonly until: number }[]
  entries: readonly Entry[]
  /** Who picks for whom. `endsAt`: real time; `week`: until its lock. */
  proxies: readonly Proxy[]
  /** Entries that were deleted, because what they paid stays in the books. */
  deletedEntries: readonly Entry[]
  starts: readonly { readonly season: number; readonly at: number }[]
  renewals: readonly Renewal[]
  weeks: readonly Week[]
  current: number | null
  games: readonly Game[]
  picks: readonly Pick[]
  /** Plans that did not stand at the lock of their week, or since. They are picks again when it reopens. */
  voidPlans: readonly VoidPlan[]
  gifts: readonly Gift[]
  rankings: readonly { readonly entry: number; readonly teams: readonly string[]; readonly at: number }[]
  eliminations: readonly { readonly entry: number; readonly season: number; readonly number: number }[]
  waivers: readonly { readonly entry: number; readonly week: number; readonly team: string | null }[]
  buybacks: readonly Buyback[]
  money: readonly MoneyFact[]
  /** Shares of a season's pot that entries got. */
  payouts: readonly {
    readonly entry: number
    readonly season: number
    readonly cents: number
    readonly type: PaymentType
    readonly currency: string | null
  }[]
  /** Entries that are marked as paid. */
  marks: readonly { readonly entry: number; readonly type: PaymentType }[]
  claims: readonly Claim[]
  /** The open vote on sharing, with the lock that its week had last. */
  vote: Vote | null
  ballots: readonly { readonly entry: number; readonly choice: 'share' | 'play_on' }[]
  /** Votes that came to an end in their time. */
  votes: readonly VoteResult[]
  clock: SiteClock
  /** What applies to seasons whose rules are not fixed. */
  rules: PoolRules
  fixedRules: readonly { readonly season: number; readonly rules: PoolRules; readonly forGood: boolean }[]
  lastAction: AdminAction | null
  fourEyes: boolean
  /** What admins asked a second one for, numbered from 1, until it is answered. */
  waiting: readonly AskedAction[]
  asked: number
}

export interface AskedAction {
  readonly number: number
  readonly by: number
  /** Of the admin, when asking. */
  readonly logins: number
  readonly at: number
  readonly command: Command
  /** The week of its pick, and how often that had locked. */
  readonly week: number | null
  readonly locks: number
  /** What was the last action then: an undo takes back that one or none. */
  readonly last: AdminAction | null
  /** When the pick had last changed whose version was named. */
  readonly version: number | null | undefined
}

export interface Account {
  readonly id: number
  readonly isAdmin: boolean
  /** In alphabetical order. */
  readonly roles: readonly string[]
  readonly isWaiting: boolean
  /** Increases when all logins end. */
  readonly logins: number
}

export interface Entry {
  readonly id: number
  readonly owner: number
  readonly name: string
  /** Whether its person has no account, and the owner keeps it. */
  readonly isByHand?: boolean
  /** When it came to its owner, if somebody else had it before, or keeps it. */
  readonly handedOverAt?: number
  readonly createdAt: number
}

interface Proxy {
  readonly entry: number
  readonly member: number
  readonly endsAt: number | null
  readonly week: number | null
}

interface Renewal {
  readonly entry: number
  readonly season: number
  readonly at: number
  readonly wasPaid: boolean
}

export interface Week {
  readonly id: number
  readonly season: number
  /** 13.1 for the slate 13a. */
  readonly number: number
  /** When a slate starts; null for the first one of a week, and for a week that is no slate. */
  readonly startsAt: number | null
  readonly lockTime: number
  readonly isAutomatic: boolean
  readonly ineligible: readonly string[]
  /** How many picks it takes, once an admin chose that or somebody picked in it; null: as the rules say. */
  readonly picks: number | null
  readonly isUnmasked: boolean
  /** Whether it is marked "reopened after reveal". */
  readonly isMarked: boolean
  /** Every lock that it ever had, in order. */
  readonly locks: readonly Lock[]
  /** The first lock that was not a rehearsal. */
  readonly first: FirstLock | null
}

/** docs/rules.md §2.6. */
interface FirstLock {
  readonly at: number
  /** Who took part in it and in every lock since, as of the last reopening. */
  readonly tookPart: readonly number[] | null
  /** The first lock under which a game had begun when the week reopened. */
  readonly playedAt: number | null
}

export interface Lock {
  readonly at: number
  /** Entries that it found alive without a pick, and those whose pick was removed since. */
  readonly missed: readonly number[]
  /** Entries that were in the week: alive, with a pick or without one. */
  readonly entrants: readonly number[]
  readonly revealedMembersPick: boolean
  readonly isEnded: boolean
}

interface Vote {
  readonly week: number
  readonly entries: readonly number[]
  readonly lockTime: number
  /** The lock of its week when it opened. */
  readonly openedFor: number
  /** The rules of its season when it opened. */
  readonly rules: PoolRules
  readonly isCutShort: boolean
}

interface VoteResult {
  readonly week: number
  readonly entries: readonly number[]
  readonly share: readonly number[]
  readonly playOn: readonly number[]
  readonly at: number
}

/** An automatic pick that a lock gave an entry, whatever became of it. */
export interface Gift {
  readonly entry: number
  readonly week: number
  readonly slot: number
  readonly team: string
  readonly step: AutoPickStep
  /** When its week reopened. */
  readonly withdrawnAt?: number
}

export type AutoPickStep = PoolRules['autoPick'][number]

export interface Game extends Omit<FeedGame, 'kickoff' | 'detail' | 'home' | 'away' | 'phase' | 'unread'> {
  /** Numbers the games in the order in which they came. Stays the same under another id of the feed. */
  readonly id: number
  readonly week: number
  readonly home: string
  readonly away: string
  readonly kickoff: number
  readonly isFinalByAdmin: boolean
  /** Whether the feed lists it in another week, or as another game of this week, or an admin says that it moved. */
  readonly isMoved: boolean
  /** Whether the newest answer about its result could not follow, in a week that was not complete. */
  readonly isResultUnread: boolean
  /** What the feed had said when an admin decided about the game. */
  readonly byHand: Progress | null
  /** The last final result that the feed said and that counted. */
  readonly said: Result | null
  /** What became of its picks when an admin closed the week without it. */
  readonly closedAs: 'survives' | 'loss' | null
}

interface Result {
  readonly home: string
  readonly away: string
  readonly homeScore: number | null
  readonly awayScore: number | null
}

/** What a game has come to. */
export interface Progress {
  readonly status: Game['status']
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly isFinalByAdmin: boolean
  readonly isResultUnread: boolean
  readonly closedAs: Game['closedAs']
  readonly isMoved: boolean
}

export interface Pick {
  readonly entry: number
  readonly week: number
  readonly slot: number
  readonly team: string
  /** When it last changed. */
  readonly at: number
  /** Whether it reveals a member's choice. */
  readonly isMembers: boolean
  /** Who entered it for a person without an account. */
  readonly keeper?: number | undefined
  /** The step that chose an automatic pick. */
  readonly step: AutoPickStep | null
  /** The member who picked for the owner. */
  readonly proxy: number | null
}

export interface VoidPlan extends Pick {
  /** The lock that still counted it, if one did, and whether the entry missed the week by it since. */
  readonly late?: { readonly lock: number; readonly isMissed: boolean }
}

export interface Buyback {
  readonly entry: number
  readonly season: number
  readonly week: number
  readonly team: string | null
  readonly askedAt: number
  readonly status: 'requested' | 'confirmed' | 'declined' | 'withdrawn'
  readonly confirmedFee: number
  /** That of the rules when it was confirmed. */
  readonly currency: string | null
  readonly waived: readonly Loss[]
}

interface Loss {
  readonly week: number
  readonly team: string | null
}

/** Money that came in for a season, or was given back. */
export type MoneyFact = {
  readonly entry: number
  /** Null: before the pool had a week. It belongs to the first season that is added after it. */
  readonly season: number | null
  readonly at: number
} & (
  | {
      readonly kind: 'payment'
      /** What was paid for several seasons at once has the same number. */
      readonly payment: number
      /** Null: the whole entry fee. */
      readonly cents: number | null
      readonly type: PaymentType
      readonly currency: string | null
      /** Paid after the entry was marked as paid. */
      readonly isFurther: boolean
      /** Less than what was due. */
      readonly isPart?: true
    }
  /** `payment`: only this one; otherwise all of the season. */
  | { readonly kind: 'reversal'; readonly payment: number | null }
)

/** A member's word that an entry paid so much for a season. */
export interface Claim {
  readonly entry: number
  readonly type: PaymentType | null
  readonly season: number | null
  readonly cents: number
}

type SiteClock =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly siteTime: number }
  | { readonly mode: 'running'; readonly siteTime: number; readonly since: number }

/** The last action of an admin that can be undone, with what it replaced. */
/** A pick that an admin set, with what was there before. */
export interface EarlierPick {
  readonly entry: number
  readonly week: number
  readonly slot: number
  readonly before: Pick | null
  readonly hadMissed: boolean
}

export type AdminAction = { readonly at: number } & (
  | {
      readonly kind: 'lock'
      readonly week: number
      readonly lockTime: number
      readonly before: { readonly lockTime: number; readonly isAutomatic: boolean }
    }
  | { readonly kind: 'elimination'; readonly entry: number; readonly season: number }
  | {
      readonly kind: 'reinstatement'
      readonly entry: number
      readonly season: number
      readonly waived: readonly Loss[]
      readonly eliminatedIn: number | null
    }
  | ({ readonly kind: 'override' } & EarlierPick)
  /** Several picks of one request, each with when it was set. */
  | { readonly kind: 'import'; readonly picks: readonly (EarlierPick & { readonly at: number })[] }
  | { readonly kind: 'current week'; readonly week: number; readonly before: number }
  | { readonly kind: 'split'; readonly week: number }
  | { readonly kind: 'game'; readonly week: number; readonly before: Game; readonly set: Progress }
  | { readonly kind: 'close'; readonly week: number; readonly before: readonly Game[] }
  | { readonly kind: 'finals'; readonly week: number; readonly before: readonly Game[] }
)

export function noFacts(): Facts {
  return {
    happened: 0,
    lastIds: { user: 0, entry: 0, week: 0, game: 0 },
    joining: 'open',
    users: [],
    seals: [],
    entries: [],
    deletedEntries: [],
    starts: [],
    renewals: [],
    weeks: [],
    current: null,
    games: [],
    picks: [],
    proxies: [],
    voidPlans: [],
    gifts: [],
    rankings: [],
    eliminations: [],
    waivers: [],
    buybacks: [],
    money: [],
    payouts: [],
    marks: [],
    claims: [],
    vote: null,
    ballots: [],
    votes: [],
    clock: { mode: 'real' },
    rules: SPECIFIED_RULES,
    fixedRules: [],
    lastAction: null,
    fourEyes: false,
    waiting: [],
    asked: 0,
  }
}

/** docs/rules.md §7.1, §14. */
const SPECIFIED_RULES: PoolRules = {
  missedPick: 'survives',
  objective: 'win',
  tie: 'loss',
  cancelledGame: 'survives',
  picksPerWeek: null,
  slotLoss: 'one',
  opponents: 'refused',
  teamUses: 1,
  teamsFreeAgainIn: null,
  lock: 'sunday_noon',
  teamLock: 'week',
  maxEntriesPerMember: null,
  lateEntries: 'allowed',
  lateEntryLosses: false,
  lives: 1,
  wipeOut: 'share',
  tiebreak: ['share'],
  autoPick: ['my_list', 'most_picked', 'alphabetical'],
  maxAutoPicks: 3,
  buyback: null,
  split: null,
  entryFeeCents: null,
  currency: null,
  clubSharePercent: null,
  prizes: null,
  unpaidAfterWeek: null,
  potPublic: false,
  preset: 'specification',
}

export function weekOf(facts: Facts, id: number): Week | undefined {
  return facts.weeks.find((week) => week.id === id)
}

export function entryOf(facts: Facts, id: number): Entry | undefined {
  return facts.entries.find((entry) => entry.id === id)
}

export function hasOtherAdmin({ users }: Facts, id: number): boolean {
  return users.some((user) => user.isAdmin && user.id !== id)
}

export function weeksIn(facts: Facts, season: number): readonly Week[] {
  return facts.weeks.filter((week) => week.season === season).toSorted((a, b) => a.number - b.number)
}

/** Returns the weeks that share the games of one week of the league, in order: the week alone, or its slates (docs/rules.md §20). */
export function slatesOf(
  facts: Facts,
  { season, number }: { readonly season: number; readonly number: number },
): readonly Week[] {
  return weeksIn(facts, season).filter((week) => leagueWeek(week) === Math.floor(number))
}

export function leagueWeek({ number }: { readonly number: number }): number {
  return Math.floor(number)
}

/** The number that an elimination by hand has if it counts from after a week on. */
export function numberAfter(number: number): number {
  return Number.isInteger(number) ? number + 1 : (Math.round(number * 10) + 1) / 10
}

export function pickOf(facts: Facts, entry: number, week: number, slot: number): Pick | undefined {
  return facts.picks.find((pick) => pick.entry === entry && pick.week === week && pick.slot === slot)
}

const picksByEntry = new WeakMap<Facts['picks'], ReadonlyMap<number, readonly Pick[]>>()

/** The picks of an entry in a week, in the order of their slots. */
export function picksIn({ picks }: Facts, entry: number, week: number): readonly Pick[] {
  let byEntry = picksByEntry.get(picks)
  if (byEntry === undefined) picksByEntry.set(picks, (byEntry = Map.groupBy(picks, (pick) => pick.entry)))
  return (byEntry.get(entry) ?? []).filter((pick) => pick.week === week).toSorted((a, b) => a.slot - b.slot)
}

/** docs/rules.md §19: how many picks each entry has in a week. */
export function picksTaken(facts: Facts, week: Week): number {
  const rule = rulesOf(facts, week.season).picksPerWeek
  if (week.picks !== null) return week.picks
  return rule !== null && week.number >= rule.fromWeek ? rule.picks : 1
}

export function slotsIn(facts: Facts, week: Week): readonly number[] {
  return [1, 2, 3].slice(0, picksTaken(facts, week))
}

export function currentSeason(facts: Facts): number | undefined {
  return facts.weeks.find((week) => week.id === facts.current)?.season
}

/** The lock that applies; undefined while picks are open. */
export function lockOf(week: Week): Lock | undefined {
  return week.locks.find((lock) => !lock.isEnded)
}

export function isLocked(week: Week): boolean {
  return lockOf(week) !== undefined
}

export function patchWeek(facts: Facts, id: number, change: (week: Week) => Partial<Week>): void {
  facts.weeks = facts.weeks.map((week) => (week.id === id ? { ...week, ...change(week) } : week))
}

export function patchLock(facts: Facts, week: number, change: (lock: Lock) => Partial<Lock>): void {
  patchWeek(facts, week, ({ locks }) => ({ locks: locks.map((lock) => (lock.isEnded ? lock : { ...lock, ...change(lock) })) }))
}

/** docs/rules.md §7.2. */
export function rulesOf(facts: Facts, season: number | undefined): PoolRules {
  return facts.fixedRules.find((fixed) => fixed.season === season)?.rules ?? facts.rules
}

interface Known {
  readonly facts: readonly unknown[]
  readonly answers: Map<unknown, Map<number, Map<Entry | undefined, unknown>>>
}

/** What was asked about the newest facts, and about those before the last step. */
const recent: Known[] = []

function knownOf(facts: Facts): Known {
  // Each list is replaced when it changes.
  const now = Object.values(facts)
  const known = recent.find((other) => other.facts.every((fact, index) => fact === now[index]))
  if (known !== undefined) return known
  recent.unshift({ facts: now, answers: new Map() })
  recent.length = Math.min(recent.length, 3)
  return recent[0]!
}

/** Whether these are the same facts: each list is replaced when it changes. */
export function haveSameFacts(one: Facts, other: Facts): boolean {
  const facts = Object.values(other)
  return Object.values(one).every((fact, index) => fact === facts[index])
}

/** Answers a question about a season, or an entry in it, once for the same facts. Comparing a pool asks for the standings of each entry many times. */
export function untilFactsChange<Args extends readonly [] | readonly [entry: Entry], Answer>(
  answer: (facts: Facts, season: number, ...args: Args) => Answer,
): (facts: Facts, season: number, ...args: Args) => Answer {
  return (facts, season, ...args) => {
    const ofQuestion = knownOf(facts).answers.getOrInsertComputed(answer, () => new Map())
    const ofSeason = ofQuestion.getOrInsertComputed(season, () => new Map())
    if (!ofSeason.has(args[0])) ofSeason.set(args[0], answer(facts, season, ...args))
    return ofSeason.get(args[0]) as Answer
  }
}
