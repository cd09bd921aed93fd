import type {
  AdminChange,
  ChangesMessage,
  PoolChange,
  SeasonChange,
  SeasonEntry,
  UserChange,
  WeekChange,
  WeekEntry,
} from '@outlast/contract/live/wire'
import { encodeReveal, type RevealCode, rosterChecksum } from '@outlast/contract/live/reveal-codes'
import type { ParsedTopic } from '@outlast/contract/live/topics'
import type { MergedTouches } from './merged-touches.ts'
import type { ViewQueries } from './reader.ts'

type AnyChange = ChangesMessage['changes'][number]

/**
 * The changes that bring a topic's view to the position of what is read. Rows are read once, for all that touched them;
 * a row that is not there any more is taken away.
 * @returns `undefined` when the topic's thing is gone: clients fetch, and learn it
 */
export async function buildChanges(
  topic: ParsedTopic,
  touches: MergedTouches,
  queries: ViewQueries,
): Promise<readonly AnyChange[] | undefined> {
  switch (topic.kind) {
    case 'week':
      return weekChanges(topic.id, touches, queries)
    case 'season':
      return seasonChanges(topic.id, touches, queries)
    case 'pool':
      return poolChanges(touches, queries)
    case 'user':
      return userChanges(topic.id, touches, queries)
    case 'admin':
      return adminChanges(touches, queries)
    default:
      return topic satisfies never
  }
}

/** The changes that follow from the events alone. */
export function knownChanges(touches: MergedTouches): readonly AnyChange[] {
  return [...touches.userPicks.values(), ...touches.presence.values()]
}

async function weekChanges(weekId: number, touches: MergedTouches, queries: ViewQueries): Promise<WeekChange[] | undefined> {
  const changes: WeekChange[] = []
  const reveal = touches.reveals.get(weekId)
  const week = touches.info || reveal !== undefined ? await queries.weekInfo(weekId) : undefined
  if (week === undefined && (touches.info || reveal !== undefined)) return undefined
  if (week !== undefined && reveal === undefined) changes.push({ kind: 'week', week })
  if (touches.pickCount) changes.push({ kind: 'pick_count', pick_count: await queries.pickCount(weekId) })
  if (touches.games.size > 0) changes.push({ kind: 'games', games: await queries.games(weekId, [...touches.games]) })
  if (reveal === undefined || week === undefined) {
    const rows = touches.entries.size === 0 ? [] : await queries.weekEntries(weekId, [...touches.entries])
    changes.push(...rowChanges(rows, touches.entries))
    return changes
  }
  const rows = await queries.weekEntries(weekId)
  changes.push(...rowChanges(rows, await unexpected(rows, reveal.entries, touches.entries, queries, weekId)))
  changes.push({ kind: 'reveal', week, roster: rosterChecksum(rows), teams: encodeReveal(rows.map(codeOfRow)) })
  return changes
}

/**
 * The entries that clients do not expect in the reveal: beside those that changed, entries that had fallen and have a
 * pick all the same. The lock's own count tells whether there are any.
 */
async function unexpected(
  rows: readonly WeekEntry[],
  wentIn: number,
  touched: ReadonlySet<number>,
  queries: ViewQueries,
  weekId: number,
): Promise<ReadonlySet<number>> {
  if (rows.length === wentIn) return touched
  const roster = await queries.roster(weekId)
  return new Set([...touched, ...rows.filter((row) => !roster.has(row.id)).map((row) => row.id)])
}

function codeOfRow({ team, is_override }: WeekEntry): RevealCode {
  return team === null ? { kind: 'missed' } : { kind: 'pick', team, is_override }
}

async function seasonChanges(
  seasonYear: number,
  touches: MergedTouches,
  queries: ViewQueries,
): Promise<SeasonChange[] | undefined> {
  const changes: SeasonChange[] = []
  const { reveals } = touches
  const weeks = touches.weeks.size + reveals.size > 0 ? await queries.seasonWeeks(seasonYear) : []
  for (const week of weeks) if (touches.weeks.has(week.id) && !reveals.has(week.id)) changes.push({ kind: 'week', week })
  if (reveals.size === 0) {
    const rows = touches.entries.size === 0 ? [] : await queries.seasonEntries(seasonYear, [...touches.entries])
    changes.push(...rowChanges(rows, touches.entries))
    return changes
  }
  const revealed = weeks.filter(({ id }) => reveals.has(id))
  if (revealed.length < reveals.size) return undefined
  const rows = await queries.seasonEntries(seasonYear)
  const roster = rosterChecksum(rows)
  changes.push(...rowChanges(rows, touches.entries))
  for (const week of revealed) {
    const teams = encodeReveal(rows.map((row) => codeInSeason(row, week.week_number)))
    changes.push({ kind: 'reveal', week, roster, teams })
  }
  return changes
}

/** Whether an admin gave the pick is not told in a season. */
function codeInSeason({ picks, missed }: SeasonEntry, weekNumber: number): RevealCode {
  const team = picks[weekNumber]
  if (team !== undefined) return { kind: 'pick', team, is_override: false }
  return missed.includes(weekNumber) ? { kind: 'missed' } : { kind: 'absent' }
}

async function poolChanges(touches: MergedTouches, queries: ViewQueries): Promise<PoolChange[]> {
  return touches.info ? [{ kind: 'pool', pool: await queries.pool() }] : []
}

/** Picks before rows: a row that was read has all of its picks already. */
async function userChanges(userId: number, touches: MergedTouches, queries: ViewQueries): Promise<UserChange[] | undefined> {
  const changes: UserChange[] = [...touches.userPicks.values()]
  if (touches.info) {
    const user = (await queries.users([userId]))[0]
    if (user === undefined) return undefined
    changes.push({ kind: 'user', user })
  }
  if (touches.entries.size > 0) {
    changes.push(...rowChanges(await queries.userEntries(userId, [...touches.entries]), touches.entries))
  }
  return changes
}

/** Who has picked before rows: a row that is gone takes its presence along. */
async function adminChanges(touches: MergedTouches, queries: ViewQueries): Promise<AdminChange[]> {
  const changes: AdminChange[] = [...touches.presence.values()]
  if (touches.users.size > 0) {
    const users = new Map((await queries.users([...touches.users])).map((user) => [user.id, user]))
    for (const id of touches.users) {
      const user = users.get(id)
      changes.push(user === undefined ? { kind: 'user_removed', id } : { kind: 'user', user })
    }
  }
  if (touches.entries.size > 0) {
    changes.push(...rowChanges(await queries.adminEntries([...touches.entries]), touches.entries))
  }
  return changes
}

type RowChange<R> = { readonly kind: 'entry'; readonly entry: R } | { readonly kind: 'entry_removed'; readonly id: number }

/** Puts the rows that are there, and takes away those that were asked for and are not. */
function rowChanges<R extends { readonly id: number }>(rows: readonly R[], ids: ReadonlySet<number>): RowChange<R>[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return Array.from(ids, (id): RowChange<R> => {
    const entry = found.get(id)
    return entry === undefined ? { kind: 'entry_removed', id } : { kind: 'entry', entry }
  })
}
