import { type Entry, isAgreed, picksOf, type PoolState, roundsOf, slotCount, type WeekId } from '@outlast/domain'
import { pickShares, type LockedWeek, type OutEntry, type PublicFacts } from './news-facts.ts'

/** What has been announced, by key. */
export type Announced = ReadonlyMap<string, string>

/** News for everybody. `key` identifies it, so that it is announced once. */
export type ClubNews = { readonly key: string; readonly seasonYear: number } & (
  | {
      readonly event: 'lock'
      readonly week: LockedWeek
      /** How many entries entered the week, how many picks they made, and how many were automatic. */
      readonly entries: number
      readonly picks: number
      readonly automatic: number
      /** How many picks each entry had. */
      readonly picksEach: number
      /** Whether the week was locked before and had reopened. */
      readonly isAgain: boolean
    }
  | { readonly event: 'reveal'; readonly week: LockedWeek; readonly shares: ReturnType<typeof pickShares> }
  | { readonly event: 'entries_out'; readonly weekNumber: number; readonly out: readonly OutEntry[]; readonly alive: number }
  | { readonly event: 'entries_out'; readonly weekNumber: number; readonly returned: readonly Entry[]; readonly alive: number }
  | { readonly event: 'week_complete'; readonly week: LockedWeek; readonly outCount: number; readonly alive: number }
  | { readonly event: 'champion'; readonly weekNumber: number; readonly champions: readonly Entry[] }
)

/** A lock in the log. `isReal` is false if it was recorded under a site-time override. */
export interface RecordedLock {
  readonly entries: number
  readonly picks: number
  readonly isReal: boolean
}

export interface Comparison {
  readonly pool: PoolState
  readonly facts: PublicFacts
  /** The position of the log up to which the facts are true. */
  readonly position: number
  readonly announced: Announced
  /** The locks that have not been announced, by their positions. */
  readonly newLocks: ReadonlyMap<number, RecordedLock>
  /** Whether to mark the facts as announced without announcing them: under a site-time override, and for the first webhook. */
  readonly isSilent: boolean
}

/** The outcome of a comparison: the news, and what counts as announced after it. */
export interface ComparisonResult {
  readonly news: readonly ClubNews[]
  readonly announced: Announced
}

const lockKey = (id: WeekId): string => `lock:${id}`
const REHEARSED = 'rehearsed'

/** Returns the weeks whose current lock has not been announced. */
export function unannouncedLocks({ weeks }: PublicFacts, announced: Announced): readonly LockedWeek[] {
  return [...weeks.values()].filter(
    ({ week, lockPosition }) => announced.get(lockKey(week.id))?.split(' ')[0] !== String(lockPosition),
  )
}

/**
 * Returns what counts as announced after a rehearsal: everything that was announced before it, and the weeks that it locked, which are not
 * announced again if they stay locked.
 */
export function afterRehearsal(before: Announced, rehearsed: Announced): Announced {
  const isOfRehearsal = (id: string | undefined) => {
    const lock = rehearsed.get(`lock:${id}`)
    return lock?.endsWith(REHEARSED) === true && lock !== before.get(`lock:${id}`)
  }
  const kept = [...rehearsed].filter(([key]) => {
    const [fact, id] = key.split(':')
    return (fact === 'lock' || fact === 'results' || fact === 'complete') && isOfRehearsal(id)
  })
  return new Map([...before, ...kept])
}

/**
 * Compares what is true with what has been announced. Pure, so that every process gets the same result. A fact that is true again
 * after a correction is announced again only if its end was announced too.
 */
export function compare(comparison: Comparison): ComparisonResult {
  const next = new Map<string, string>()
  const news = [
    ...lockNews(comparison, next),
    ...outNews(comparison, next),
    ...completionNews(comparison, next),
    ...championNews(comparison, next),
  ]
  return { news: comparison.isSilent ? [] : news, announced: next }
}

function lockNews({ facts, announced, newLocks, pool }: Comparison, next: Map<string, string>): ClubNews[] {
  const news: ClubNews[] = []
  // Facts of other seasons, and of weeks that are open again, are kept: a lock that follows is "again".
  for (const [key, value] of announced) if (key.startsWith('lock:')) next.set(key, value)
  for (const week of facts.weeks.values()) {
    const key = lockKey(week.week.id)
    const lock = newLocks.get(week.lockPosition)
    if (lock === undefined) continue
    const before = announced.get(key)
    next.set(key, lock.isReal ? String(week.lockPosition) : `${week.lockPosition} ${REHEARSED}`)
    if (!lock.isReal) continue
    const isAgain = before !== undefined && !before.endsWith(REHEARSED)
    const common = { week, seasonYear: facts.seasonYear }
    const automatic = automaticPicks(pool, week.week.id)
    const { entries, picks } = lock
    news.push({
      ...common,
      event: 'lock',
      key: `lock:${week.lockPosition}`,
      entries,
      picks: picks - automatic,
      automatic,
      picksEach: slotCount(pool, week.week),
      isAgain,
    })
    news.push({ ...common, event: 'reveal', key: `reveal:${week.lockPosition}`, shares: [] })
  }
  return news
}

/** Returns how many picks of a locked week are automatic. */
function automaticPicks(pool: PoolState, id: WeekId): number {
  let count = 0
  for (const entry of pool.entries.values()) count += picksOf(entry, id).filter(({ assignedBy }) => assignedBy !== null).length
  return count
}

/** Adds the teams of the revealed picks, which are counted only for news that is announced. */
export function withShares(news: ClubNews, pool: PoolState): ClubNews {
  return news.event === 'reveal' ? { ...news, shares: pickShares(pool, news.week.week.id) } : news
}

/** Returns the news about entries that went out or came back. Stored as `<entry>:<week number>`, with a final `h` for "by hand". */
function outNews({ facts, announced, position, pool }: Comparison, next: Map<string, string>): ClubNews[] {
  const key = `out:${facts.seasonYear}`
  const before = parseOut(announced.get(key))
  keepOthers(announced, next, 'out:', key)
  next.set(key, formatOut(facts.out))
  const { alive, seasonYear } = facts
  const fallen = [...facts.out.values()].filter(
    ({ entry, byHand, weekId }) => !before.has(entry.id) && (byHand || isReal(facts, next, weekId)),
  )
  const returned = [...before].flatMap(([id, { byHand, weekNumber }]) => {
    const entry = pool.entries.get(id as never)
    const week = [...facts.weeks.values()].find((locked) => locked.week.weekNumber === weekNumber)
    return entry !== undefined && !facts.out.has(id) && (byHand || isReal(facts, next, week?.week.id))
      ? [{ entry, weekNumber }]
      : []
  })
  return [
    ...[...Map.groupBy(fallen, ({ weekNumber }) => weekNumber)].map(([weekNumber, out]): ClubNews => {
      return { event: 'entries_out', key: `out:${position}:${weekNumber}`, seasonYear, weekNumber, out, alive }
    }),
    ...[...Map.groupBy(returned, ({ weekNumber }) => weekNumber)].map(([weekNumber, back]): ClubNews => {
      const entries = back.map(({ entry }) => entry)
      return { event: 'entries_out', key: `returned:${position}:${weekNumber}`, seasonYear, weekNumber, returned: entries, alive }
    }),
  ]
}

function completionNews({ facts, announced }: Comparison, next: Map<string, string>): ClubNews[] {
  const news: ClubNews[] = []
  for (const [key, value] of announced) if (key.startsWith('complete:')) next.set(key, value)
  for (const week of facts.weeks.values()) {
    const key = `complete:${week.week.id}`
    if (!week.isComplete || announced.get(key) === String(week.lockPosition)) continue
    next.set(key, String(week.lockPosition))
    if (!isReal(facts, next, week.week.id)) continue
    const outCount = [...facts.out.values()].filter(({ weekNumber }) => weekNumber === week.week.weekNumber).length
    const { seasonYear, alive } = facts
    news.push({ event: 'week_complete', key: `complete:${week.lockPosition}`, seasonYear, week, outCount, alive })
  }
  return news
}

function championNews({ facts, pool, announced, position }: Comparison, next: Map<string, string>): ClubNews[] {
  const { seasonYear, champions, decidedWeek } = facts
  const key = `champion:${seasonYear}`
  keepOthers(announced, next, 'champion:', key)
  const decided = roundsOf(pool, facts.contestId).find(({ weekNumber }) => weekNumber === decidedWeek)
  if (decidedWeek === null || decided === undefined || champions.length === 0) return []
  // A vote decides before the lock, and always in real time.
  const isVoted = decided.locked === null && decided.splitResult !== null && isAgreed(decided.splitResult)
  if (!isVoted && !facts.weeks.has(decided.id)) return []
  const value = champions.map(({ id }) => id).join(' ')
  next.set(key, value)
  if (announced.get(key) === value || !(isVoted || isReal(facts, next, decided.id))) return []
  return [{ event: 'champion', key: `champion:${position}`, seasonYear, weekNumber: decidedWeek, champions }]
}

/** Returns whether a week is locked, and its lock is not a rehearsal. */
function isReal({ weeks }: PublicFacts, announced: Announced, id: WeekId | undefined): boolean {
  return id !== undefined && weeks.has(id) && announced.get(lockKey(id))?.endsWith(REHEARSED) === false
}

function keepOthers(announced: Announced, next: Map<string, string>, prefix: string, own: string): void {
  for (const [key, value] of announced) if (key.startsWith(prefix) && key !== own) next.set(key, value)
}

interface AnnouncedOut {
  readonly weekNumber: number
  readonly byHand: boolean
}

function formatOut(out: PublicFacts['out']): string {
  return Array.from(out.values(), ({ entry, weekNumber, byHand }) => `${entry.id}:${weekNumber}${byHand ? 'h' : ''}`).join(' ')
}

function parseOut(value: string | undefined): ReadonlyMap<number, AnnouncedOut> {
  const entries = value === undefined || value === '' ? [] : value.split(' ')
  return new Map(
    entries.map((text) => {
      const [id, week = ''] = text.split(':')
      return [Number(id), { weekNumber: Number.parseFloat(week), byHand: week.endsWith('h') }]
    }),
  )
}
