import {
  absencesFrom,
  enteredWeekAlive,
  type Entry,
  type EventData,
  type EventMetadata,
  type EventType,
  gamesOf,
  pickAt,
  type PoolState,
  type RecordedEvent,
  type Round,
  seasonResults,
  type SeasonResults,
  type SettledResult,
  type TeamAbbr,
  type UserId,
  voidPlansIn,
  weekResults,
} from '@outlast/domain'
import type { Notice } from './notify.ts'
import type { Comparison, Announced } from './club-news.ts'
import type { LockedWeek, PublicFacts } from './news-facts.ts'
import {
  type EntryResult,
  finalMessage,
  pickChangedMessage,
  resultsMessage,
  revealMessage,
  RULES_CHANGED,
  type Title,
  voidPlanMessage,
  voteMessage,
} from './member-texts.ts'

/** A {@link Comparison} with the events that admins caused since the last one. */
export interface MemberComparison extends Comparison {
  readonly events: readonly AdminEvent[]
}

/** The events that {@link adminNotices} reads. */
export const ADMIN_EVENTS = ['PickOverridden', 'PickCleared', 'PoolRulesChanged'] as const satisfies readonly EventType[]
type AdminEventType = (typeof ADMIN_EVENTS)[number]
/** What {@link adminNotices} reads of such an event. */
export type AdminEvent = {
  readonly [T in AdminEventType]: { readonly type: T; readonly data: EventData[T]; readonly metadata: EventMetadata }
}[AdminEventType]

export function isAdminEvent(event: RecordedEvent): event is Extract<RecordedEvent, { readonly type: AdminEventType }> {
  return ADMIN_EVENTS.some((type) => type === event.type)
}

/**
 * Returns the news that follows from the facts, each item with the members whom it concerns, and what counts as announced afterwards.
 * It names teams only of locked weeks. The notifier decides who receives it, and on which channel.
 */
export function memberNews(comparison: Comparison): { readonly notices: readonly Notice[]; readonly announced: Announced } {
  const { facts, pool } = comparison
  const season = seasonResults(pool, facts.contestId)
  const announced = new Map([...comparison.announced].filter(([key]) => key.startsWith('results:')))
  const notices = [...facts.weeks.values()].flatMap((week) => [
    ...revealNotices(comparison, week),
    ...resultNotices(comparison, week, announced),
    ...completionNotices(comparison, season, week),
  ])
  return { notices: [...notices, ...planNotices(comparison, announced), ...voteNotices(comparison, announced)], announced }
}

/** Returns notices to the owners of plans that cannot stand any more. They name no team. Stored as `<entry>:<week>:<week of use>`. */
function planNotices({ pool, facts, announced }: Comparison, next: Map<string, string>): Notice[] {
  const key = `plans:${facts.seasonYear}`
  const before = new Set(announced.get(key)?.split(' '))
  const plans = voidPlansIn(pool, facts.contestId).map((plan) => ({
    ...plan,
    text: `${plan.entry.id}:${plan.week.id}:${plan.usedIn.id}`,
  }))
  if (plans.length > 0) next.set(key, plans.map(({ text }) => text).join(' '))
  return plans
    .filter(({ text }) => !before.has(text))
    .map(({ entry, week, usedIn }) => ({
      kind: 'plan_void',
      memberIds: [entry.userId],
      message: voidPlanMessage(entry.name, week, usedIn),
    }))
}

/** Returns the reminder of an open vote on sharing, one to each owner. It is the same whoever has voted. Stored as `<week> <entry> …`. */
function voteNotices({ pool, facts, announced }: Comparison, next: Map<string, string>): Notice[] {
  const key = `vote:${facts.seasonYear}`
  const { splitVote: vote } = pool
  const before = announced.get(key)
  const week = vote?.seasonYear === facts.seasonYear ? pool.rounds.get(vote.weekId) : undefined
  const text = vote === null || week === undefined ? before : `${week.id} ${vote.entryIds.join(' ')}`
  if (text !== undefined) next.set(key, text)
  if (vote === null || week === undefined || text === before) return []
  const owners = new Set(vote.entryIds.flatMap((id) => pool.entries.get(id)?.userId ?? []))
  return [{ kind: 'reminder', memberIds: [...owners], message: voteMessage(week, vote.entryIds.length) }]
}

/** Returns the news about what admins did. */
export function adminNotices(pool: PoolState, events: MemberComparison['events']): readonly Notice[] {
  return [...pickChangedNotices(pool, events), ...rulesNotices(pool, events)]
}

function revealNotices({ pool, newLocks }: Comparison, { week, lockPosition }: LockedWeek): Notice[] {
  const lock = newLocks.get(lockPosition)
  if (lock === undefined || isPastRehearsal(pool, lock.isReal)) return []
  const memberIds = new Set(entriesBefore(pool, lockPosition).map(({ userId }) => userId))
  return [{ kind: 'reveal', memberIds: [...memberIds], message: revealMessage(week) }]
}

/** Returns whether a lock belongs to a rehearsal that has ended. While it lasts, the notifier notifies admins only. */
function isPastRehearsal({ siteClock }: PoolState, isReal: boolean): boolean {
  return !isReal && siteClock.mode === 'real'
}

const resultsKey = ({ id }: Round): string => `results:${id}`

/** Returns notices about the picks whose results were decided or corrected since the last comparison. */
function resultNotices(
  { pool, announced, facts }: Comparison,
  { week, lockPosition }: LockedWeek,
  next: Map<string, string>,
): Notice[] {
  const key = resultsKey(week)
  const before = parseResults(announced.get(key), lockPosition)
  const games = gamesOf(pool, week)
  // A result that is open again stays announced: if the same one comes back, nothing is sent.
  const after = new Map([...before, ...weekResults(pool, week).results])
  next.set(key, formatResults(lockPosition, after))
  const changed = new Set([...after].filter(([team, result]) => before.get(team) !== result).map(([team]) => team))
  if (changed.size === 0) return []
  const titleOf = titlesFrom(facts)
  const notices: Notice[] = []
  for (const [userId, entries] of entriesByOwner(pool, lockPosition)) {
    const results = entries
      .flatMap((entry) => resultOf(pool, facts, week, entry, titleOf) ?? [])
      .filter(({ team }) => changed.has(team))
    const corrected = results.filter(({ team }) => before.has(team))
    const decided = results.filter(({ team }) => !before.has(team))
    if (decided.length > 0) notices.push({ kind: 'pick_final', memberIds: [userId], message: finalMessage(week, games, decided) })
    if (corrected.length > 0) {
      notices.push({
        kind: 'correction',
        memberIds: [userId],
        message: finalMessage(week, games, corrected, { isCorrection: true }),
      })
    }
  }
  return notices
}

function completionNotices(
  comparison: Comparison,
  season: SeasonResults,
  { week, lockPosition, isComplete }: LockedWeek,
): Notice[] {
  const { pool, facts, announced } = comparison
  if (!isComplete || announced.get(`complete:${week.id}`) === String(lockPosition)) return []
  const outCount = [...facts.out.values()].filter(({ weekNumber }) => weekNumber === week.weekNumber).length
  const absence = absencesFrom(pool, season)
  const titleOf = titlesFrom(facts)
  return [...entriesByOwner(pool, lockPosition)].flatMap(([userId, entries]): Notice[] => {
    const playing = entries.filter((entry) => absence(entry) === undefined)
    // Members whose entries went out before hear how the week went for the others.
    if (playing.length === 0) return []
    const inWeek = playing.filter((entry) => enteredWeekAlive(facts.standingOf(entry), week.weekNumber))
    const champions = inWeek.filter((entry) => titleOf(entry) !== null).map(({ name }) => name)
    const others = inWeek.filter((entry) => titleOf(entry) === null)
    const out = others.filter(({ id }) => facts.out.has(id)).map(({ name }) => name)
    const through = others.filter(({ id }) => !facts.out.has(id)).map(({ name }) => name)
    return [
      {
        kind: 'week_results',
        memberIds: [userId],
        message: resultsMessage(week, {
          outCount,
          alive: facts.alive,
          out,
          through,
          champions,
          isShared: facts.champions.length > 1,
          isWipeOut: season.wipeOuts.includes(week.id),
        }),
      },
    ]
  })
}

/** Returns notices about picks that an admin changed for somebody else. Several changes of one entry become one notice. */
function pickChangedNotices(pool: PoolState, events: MemberComparison['events']): Notice[] {
  const changes = new Map<string, { entry: Entry; week: Round; reason: string | undefined }>()
  for (const { type, data, metadata } of events) {
    if (type !== 'PickOverridden' && type !== 'PickCleared') continue
    // A void plan was the member's own, and no admin took it away.
    if ('usedIn' in data) continue
    const entry = pool.entries.get(data.entryId)
    const week = pool.rounds.get(data.weekId)
    if (entry === undefined || week === undefined || metadata.role !== 'admin' || metadata.actor === entry.userId) continue
    changes.set(`${entry.id} ${week.id}`, { entry, week, reason: metadata.reason })
  }
  return Array.from(changes.values(), ({ entry, week, reason }) => {
    // Before the lock, neither the team nor what an admin wrote about it may leave the pool.
    const shown = week.locked === null ? {} : { team: pickAt(entry, week.id)?.team, reason }
    return { kind: 'pick_changed', memberIds: [entry.userId], message: pickChangedMessage(entry.name, week, shown) }
  })
}

function rulesNotices(pool: PoolState, events: MemberComparison['events']): Notice[] {
  if (!events.some(({ type }) => type === 'PoolRulesChanged')) return []
  return [{ kind: 'rules', memberIds: Array.from(pool.users.values(), ({ id }) => id), message: RULES_CHANGED }]
}

/** Returns a function that tells whether an entry won the season or shares its title. Champions may have lost in the deciding week. */
function titlesFrom({ champions }: PublicFacts): (entry: Entry) => Title | null {
  const ids = new Set(champions.map(({ id }) => id))
  return ({ id }) => (ids.has(id) ? (ids.size > 1 ? 'shared' : 'alone') : null)
}

/** Returns the result of an entry's pick; undefined without a pick, or while its game is open. */
function resultOf(
  pool: PoolState,
  { standingOf }: PublicFacts,
  week: Round,
  entry: Entry,
  titleOf: (entry: Entry) => Title | null,
): EntryResult | undefined {
  const team = pickAt(entry, week.id)?.team
  const result = team === undefined ? undefined : weekResults(pool, week).results.get(team)
  if (team === undefined || result === undefined) return undefined
  const standing = standingOf(entry)
  if (!enteredWeekAlive(standing, week.weekNumber)) return undefined
  const { livesLeft } = standing
  return { name: entry.name, team, result, isOut: standing.status === 'out', livesLeft, title: titleOf(entry) }
}

function entriesBefore(pool: PoolState, position: number): Entry[] {
  return [...pool.entries.values()].filter(({ createdPosition }) => createdPosition < position)
}

function entriesByOwner(pool: PoolState, position: number): ReadonlyMap<UserId, readonly Entry[]> {
  return Map.groupBy(entriesBefore(pool, position), ({ userId }) => userId)
}

type TeamResults = ReadonlyMap<TeamAbbr, SettledResult>

function formatResults(lockPosition: number, results: TeamResults): string {
  return [String(lockPosition), ...Array.from(results, ([team, result]) => `${team}:${result}`)].join(' ')
}

/** Parses the announced results of a week. Results that were announced after another lock of the week do not count. */
function parseResults(value: string | undefined, lockPosition: number): TeamResults {
  const [position, ...results] = value?.split(' ') ?? []
  if (position !== String(lockPosition)) return new Map()
  return new Map(results.map((text) => text.split(':') as [TeamAbbr, SettledResult]))
}
