import {
  type Entry,
  enteredWeekAlive,
  entryStanding,
  type PoolState,
  type RecordedEvent,
  seasonResults,
  type SeasonResults,
  type SettledResult,
  type TeamAbbr,
  type UserId,
  type Week,
  weekResults,
} from '@outlast/domain'
import type { Notice } from '../notifications/notify.ts'
import type { Comparison, Announced } from './club-news.ts'
import type { LockedWeek } from './facts.ts'
import {
  type EntryResult,
  finalMessage,
  pickChangedMessage,
  resultsMessage,
  revealMessage,
  RULES_CHANGED,
} from './member-texts.ts'

/** A {@link Comparison} with the events that admins caused since the last one. */
export interface MemberComparison extends Comparison {
  readonly events: readonly RecordedEvent[]
}

/** The events that {@link adminNotices} reads. */
export const ADMIN_EVENTS = ['PickOverridden', 'PickCleared', 'PoolRulesChanged'] as const

/**
 * Returns the news that follows from the facts, each item with the members whom it concerns, and what counts as announced afterwards.
 * It names teams only of locked weeks. The notifier decides who receives it, and on which channel.
 */
export function memberNews(comparison: Comparison): { readonly notices: readonly Notice[]; readonly announced: Announced } {
  const { facts, pool } = comparison
  const season = seasonResults(pool, facts.seasonYear)
  const announced = new Map([...comparison.announced].filter(([key]) => key.startsWith('results:')))
  const notices = [...facts.weeks.values()].flatMap((week) => [
    ...revealNotices(comparison, week),
    ...resultNotices(comparison, season, week, announced),
    ...completionNotices(comparison, season, week),
  ])
  return { notices, announced }
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

const resultsKey = ({ id }: Week): string => `results:${id}`

/** Returns notices about the picks whose results were decided or corrected since the last comparison. */
function resultNotices(
  { pool, announced }: Comparison,
  season: SeasonResults,
  { week, lockPosition }: LockedWeek,
  next: Map<string, string>,
): Notice[] {
  const key = resultsKey(week)
  const before = parseResults(announced.get(key), lockPosition)
  // A result that is open again stays announced: if the same one comes back, nothing is sent.
  const after = new Map([...before, ...weekResults(week).results])
  next.set(key, formatResults(lockPosition, after))
  const changed = new Set([...after].filter(([team, result]) => before.get(team) !== result).map(([team]) => team))
  if (changed.size === 0) return []
  const notices: Notice[] = []
  for (const [userId, entries] of entriesByOwner(pool, lockPosition)) {
    const results = entries.flatMap((entry) => resultOf(pool, season, week, entry) ?? []).filter(({ team }) => changed.has(team))
    const corrected = results.filter(({ team }) => before.has(team))
    const decided = results.filter(({ team }) => !before.has(team))
    if (decided.length > 0) notices.push({ kind: 'pick_final', memberIds: [userId], message: finalMessage(week, decided) })
    if (corrected.length > 0) {
      notices.push({ kind: 'correction', memberIds: [userId], message: finalMessage(week, corrected, { isCorrection: true }) })
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
  return [...entriesByOwner(pool, lockPosition)].flatMap(([userId, entries]): Notice[] => {
    const inWeek = entries.filter((entry) => enteredWeekAlive(entryStanding(pool, entry, season), week.weekNumber))
    if (inWeek.length === 0) return []
    const out = inWeek.filter(({ id }) => facts.out.has(id)).map(({ name }) => name)
    const through = inWeek.filter(({ id }) => !facts.out.has(id)).map(({ name }) => name)
    return [
      {
        kind: 'week_results',
        memberIds: [userId],
        message: resultsMessage(week, { outCount, alive: facts.alive, out, through }),
      },
    ]
  })
}

/** Returns notices about picks that an admin changed for somebody else. Several changes of one entry become one notice. */
function pickChangedNotices(pool: PoolState, events: MemberComparison['events']): Notice[] {
  const changes = new Map<string, { entry: Entry; week: Week; reason: string | undefined }>()
  for (const { type, data, metadata } of events) {
    if (type !== 'PickOverridden' && type !== 'PickCleared') continue
    const entry = pool.entries.get(data.entryId)
    const week = pool.weeks.get(data.weekId)
    if (entry === undefined || week === undefined || metadata.role !== 'admin' || metadata.actor === entry.userId) continue
    changes.set(`${entry.id} ${week.id}`, { entry, week, reason: metadata.reason })
  }
  return Array.from(changes.values(), ({ entry, week, reason }) => {
    // Before the lock, neither the team nor what an admin wrote about it may leave the pool.
    const shown = week.locked === null ? {} : { team: entry.picks.find(({ weekId }) => weekId === week.id)?.team, reason }
    return { kind: 'pick_changed', memberIds: [entry.userId], message: pickChangedMessage(entry.name, week, shown) }
  })
}

function rulesNotices(pool: PoolState, events: MemberComparison['events']): Notice[] {
  if (!events.some(({ type }) => type === 'PoolRulesChanged')) return []
  return [{ kind: 'rules', memberIds: Array.from(pool.users.values(), ({ id }) => id), message: RULES_CHANGED }]
}

/** Returns the result of an entry's pick; undefined without a pick, or while its game is open. */
function resultOf(pool: PoolState, season: SeasonResults, week: Week, entry: Entry): EntryResult | undefined {
  const team = entry.picks.find(({ weekId }) => weekId === week.id)?.team
  const result = team === undefined ? undefined : weekResults(week).results.get(team)
  if (team === undefined || result === undefined) return undefined
  const standing = entryStanding(pool, entry, season)
  if (!enteredWeekAlive(standing, week.weekNumber)) return undefined
  return { name: entry.name, team, result, isOut: standing.status === 'out', livesLeft: standing.livesLeft }
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
