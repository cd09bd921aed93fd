import { formatResults, parseResults } from './announced-results.ts'
import {
  absencesFrom,
  enteredWeekAlive,
  type Entry,
  type EntryId,
  entryId,
  type EventData,
  type EventMetadata,
  type EventsThat,
  gamesOf,
  type Instant,
  picksOf,
  type PoolState,
  type Round,
  outlook,
  rulesOf,
  seasonResults,
  type SeasonResults,
  splitVoteClose,
  summarizeWeek,
  type UserId,
  voidPlansIn,
  weekId as weekIdOf,
  weekResults,
} from '@outlast/domain'
import type { LabelOf } from './club-texts.ts'
import type { Notice } from './notify.ts'
import type { Comparison, Announced } from './club-news.ts'
import type { LockedWeek, PublicFacts } from './news-facts.ts'
import {
  type EntryResult,
  finalMessage,
  overrideRefusedMessage,
  pickChangedMessage,
  resultsMessage,
  revealMessage,
  RULES_CHANGED,
  type Title,
  missedPickMessage,
  voidPlanMessage,
  voteClosedMessage,
  voteEndedMessage,
  voteMessage,
} from './member-texts.ts'

/** A {@link Comparison} with the events since the last one that no fact of the pool tells. */
export interface MemberComparison extends Comparison {
  readonly events: readonly NewsEvent[]
  readonly siteNow: Instant
  readonly labelOf: LabelOf
}

/** What the news read of an event that they are about: what an admin did or tried, or why a vote ended. */
export type NewsEvent = {
  readonly [T in EventsThat<'is_news'>]: { readonly type: T; readonly data: EventData[T]; readonly metadata: EventMetadata }
}[EventsThat<'is_news'>]

/**
 * Returns the news that follows from the facts, each item with the members whom it concerns, and what counts as announced afterwards.
 * It names teams only of locked weeks. The notifier decides who receives it, and on which channel.
 */
export function memberNews(comparison: MemberComparison): { readonly notices: readonly Notice[]; readonly announced: Announced } {
  const { facts, pool } = comparison
  const season = seasonResults(pool, facts.contestId)
  const announced = new Map([...comparison.announced].filter(([key]) => key.startsWith('results:')))
  const notices = [...facts.weeks.values()].flatMap((week) => [
    ...revealNotices(comparison, week),
    ...resultNotices(comparison, week, announced),
    ...completionNotices(comparison, season, week),
  ])
  return {
    notices: [
      ...notices,
      ...planNotices(comparison, announced),
      ...missedPickNotices(comparison),
      ...voteNotices(comparison, announced),
    ],
    announced,
  }
}

/**
 * Returns notices to the owners of plans that cannot stand any more. They name no team. Stored as `<entry>:<week>:<week of use>`. While an
 * owner's picks are sealed, what was announced stays so, and what is sealed is announced after the seal.
 */
function planNotices({ pool, facts, announced, siteNow }: MemberComparison, next: Map<string, string>): Notice[] {
  const key = `plans:${facts.seasonYear}`
  const before = new Set(announced.get(key)?.split(' '))
  const plans = voidPlansIn(pool, facts.contestId).map((plan) => ({
    ...plan,
    text: `${plan.entry.id}:${plan.week.id}:${plan.usedIn.id}`,
  }))
  const ofSealed = [...before].filter((text) => {
    const entry = pool.entries.get(entryId(Number.parseInt(text, 10)))
    return entry !== undefined && pool.seals.has(entry.userId)
  })
  const byText = Map.groupBy(plans, ({ text }) => text)
  const after = new Set([...byText.keys(), ...ofSealed])
  if (after.size > 0) next.set(key, [...after].join(' '))
  return [...byText].flatMap(([text, [plan, ...others]]) => {
    if (plan === undefined || before.has(text)) return []
    const { entry, week } = plan
    return [
      {
        kind: 'plan_void',
        memberIds: [entry.userId],
        message: voidPlanMessage(entry.name, plan, 1 + others.length, outlook(pool, entry, week, siteNow)),
        expiresAt: week.lockTime,
      },
    ]
  })
}

/** Returns notices to the owners of picks that count as missed since the lock, because their teams turned out to have no game. */
function missedPickNotices({ pool, events, siteNow }: MemberComparison): Notice[] {
  return events.flatMap(({ type, data }) => {
    if (type !== 'PickCleared' || data.noGame !== true || data.usedIn !== undefined) return []
    const entry = pool.entries.get(data.entryId)
    const week = pool.rounds.get(data.weekId)
    const pick = entry?.voidPlans.find(({ id }) => id === data.pickId)
    if (entry === undefined || week === undefined || pick === undefined) return []
    const message = missedPickMessage(entry.name, week, pick.team, outlook(pool, entry, week, siteNow))
    return [{ kind: 'pick_changed', memberIds: [entry.userId], message }]
  })
}

/** Names what the champions of a season share. */
const sharedIn = (pool: PoolState, { contestId }: Round): string =>
  rulesOf(pool, contestId).prizes === null ? 'the pot' : 'the prizes of their places'

/**
 * Returns notices about a vote on sharing to the owners of its entries: the reminder when it opens, which is the same whether they have voted
 * or not, and its result. Stored as `<week> <entry> …` while it is open.
 */
function voteNotices({ pool, announced, events, labelOf }: MemberComparison, next: Map<string, string>): Notice[] {
  const [weekId, ...entryIds] = announced.get(VOTE)?.split(' ').map(Number) ?? []
  const ended = events.findLast((event) => event.type === 'SplitVoteEnded')
  const open = pool.splitVote
  const week = open === null ? undefined : pool.rounds.get(open.weekId)
  const ownersOf = (ids: readonly number[]) => new Set(ids.flatMap((id) => pool.entries.get(entryId(id))?.userId ?? []))
  const voters = ownersOf(open?.entryIds ?? [])
  if (open !== null) next.set(VOTE, [open.weekId, ...open.entryIds].join(' '))
  if (ended === undefined && announced.get(VOTE) === next.get(VOTE)) return []
  const notices: Notice[] = []
  if (open !== null && week !== undefined) {
    notices.push({
      kind: 'reminder',
      memberIds: [...voters],
      message: voteMessage(week, open.entryIds.length, weekId === week.id, sharedIn(pool, week)),
      expiresAt: splitVoteClose(week.lockTime),
    })
  }
  if (weekId === undefined) return notices
  const before = pool.rounds.get(weekIdOf(weekId))
  const result = before?.splitResult
  if (before !== undefined && result?.entryIds.join() === entryIds.join()) {
    const labelsOf = (ids: readonly EntryId[]) =>
      ids.flatMap((id) => {
        const entry = pool.entries.get(id)
        return entry === undefined ? [] : [labelOf(entry)]
      })
    const silent = result.entryIds.filter((id) => !result.share.includes(id) && !result.playOn.includes(id))
    const votes = { share: labelsOf(result.share), playOn: labelsOf(result.playOn), silent: labelsOf(silent) }
    return [
      ...notices,
      {
        kind: 'week_results',
        memberIds: [...ownersOf(entryIds)],
        message: voteClosedMessage(before, votes, sharedIn(pool, before)),
      },
    ]
  }
  const others = [...ownersOf(entryIds)].filter((id) => !voters.has(id))
  return [...notices, { kind: 'reminder', memberIds: others, message: voteEndedMessage(ended?.data.because) }]
}

const VOTE = 'vote'

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
      .flatMap((entry) => resultsOf(pool, facts, week, entry, titleOf))
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
  const cameBack = summarizeWeek(pool, week.id)?.cameBack ?? 0
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
          alive: cameBack > 0 ? cameBack : facts.alive,
          out,
          through,
          champions,
          isShared: facts.champions.length > 1,
          isWipeOut: cameBack > 0,
        }),
      },
    ]
  })
}

/**
 * Returns notices about picks that an admin changed for somebody else, or tried to. Several changes of the picks of an entry in a week become
 * one notice, and so do several refusals.
 */
function pickChangedNotices(pool: PoolState, events: MemberComparison['events']): Notice[] {
  const changes = new Map<string, { entry: Entry; week: Round; reason: string | undefined; isRefused: boolean }>()
  for (const { type, data, metadata } of events) {
    if (type !== 'PickOverridden' && type !== 'PickCleared' && type !== 'OverrideRefused') continue
    // A void plan was the member's own, and no admin took it away.
    if ('usedIn' in data || 'noGame' in data) continue
    const entry = pool.entries.get(data.entryId)
    const week = pool.rounds.get(data.weekId)
    if (entry === undefined || week === undefined || metadata.role !== 'admin' || metadata.actor === entry.userId) continue
    const isRefused = type === 'OverrideRefused'
    changes.set(`${entry.id} ${week.id} ${isRefused}`, { entry, week, reason: metadata.reason, isRefused })
  }
  return Array.from(changes.values(), ({ entry, week, reason, isRefused }) => {
    // Before the lock, neither the team nor what an admin wrote about it may leave the pool.
    const shown = week.locked === null ? {} : { teams: picksOf(entry, week.id).map(({ team }) => team), reason }
    const message = isRefused ? overrideRefusedMessage(entry.name, week) : pickChangedMessage(entry.name, week, shown)
    return {
      kind: 'pick_changed',
      memberIds: [entry.userId],
      message,
      actBefore: week.locked === null ? week.lockTime : undefined,
    }
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

/** Returns the results of those picks of an entry whose games are decided. */
function resultsOf(
  pool: PoolState,
  { standingOf }: PublicFacts,
  week: Round,
  entry: Entry,
  titleOf: (entry: Entry) => Title | null,
): readonly EntryResult[] {
  const standing = standingOf(entry)
  if (!enteredWeekAlive(standing, week.weekNumber)) return []
  const { results } = weekResults(pool, week)
  const teams = picksOf(entry, week.id).map(({ team }) => team)
  const open = teams.filter((team) => !results.has(team)).length
  const { livesLeft } = standing
  return teams.flatMap((team) => {
    const result = results.get(team)
    if (result === undefined) return []
    return [{ name: entry.name, team, result, open, isOut: standing.status === 'out', livesLeft, title: titleOf(entry) }]
  })
}

function entriesBefore(pool: PoolState, position: number): Entry[] {
  return [...pool.entries.values()].filter(({ createdPosition }) => createdPosition < position)
}

function entriesByOwner(pool: PoolState, position: number): ReadonlyMap<UserId, readonly Entry[]> {
  return Map.groupBy(entriesBefore(pool, position), ({ userId }) => userId)
}
