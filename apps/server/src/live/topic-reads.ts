import type {
  AdminChange,
  Changes,
  PoolChange,
  SeasonChange,
  SeasonEntry,
  SeasonWeek,
  UserChange,
  Views,
  WeekChange,
  WeekEntry,
} from '@outlast/contract/live/wire'
import { encodeReveal, type RevealCode, rosterChecksum } from '@outlast/contract/live/reveal-codes'
import { isAutoPick } from '@outlast/contract/live/season-picks'
import { adminView, userView, weekView } from '@outlast/projections'
import { pickCountOf, teamsOf } from '@outlast/views'
import type { ParsedTopic, TopicKind } from '@outlast/contract/live/topics'
import type { MergedInvalidations } from './merged-invalidations.ts'
import type { ViewQueries } from './view-reader.ts'

/** The view of any topic. */
export type AnyView = Views[TopicKind]
type AnyChange = Changes[TopicKind]

/** How a kind of topic is read. Topics without a number ignore the id. */
interface TopicReads<K extends TopicKind> {
  /** Returns the whole view; `undefined` if the topic does not exist. */
  readonly view: (queries: ViewQueries, id: number) => Views[K] | undefined
  /** Returns the changes that bring a view to the position of the queries; `undefined` if the topic no longer exists. */
  readonly changes: (queries: ViewQueries, merged: MergedInvalidations, id: number) => readonly Changes[K][] | undefined
}

const READS: { readonly [K in TopicKind]: TopicReads<K> } = {
  week: { view: ({ source, season }, id) => weekView(source, id, season), changes: weekChanges },
  season: { view: (queries, year) => queries.season(year), changes: seasonChanges },
  pool: { view: (queries) => queries.pool(), changes: poolChanges },
  user: { view: ({ source }, id) => userView(source, id), changes: userChanges },
  admin: { view: ({ source }) => adminView(source), changes: adminChanges },
}

/** Returns a topic's whole view; `undefined` if the topic does not exist. */
export function viewOf(topic: ParsedTopic, queries: ViewQueries): AnyView | undefined {
  return READS[topic.kind].view(queries, idOf(topic))
}

/**
 * Reads the changes that bring a topic's view to the position of the queries. Each row is read once, however many events
 * changed it; a row that no longer exists becomes a removal.
 * @returns `undefined` if the topic no longer exists: clients then fetch its view and get the error
 */
export function buildChanges(
  topic: ParsedTopic,
  merged: MergedInvalidations,
  queries: ViewQueries,
): readonly AnyChange[] | undefined {
  return READS[topic.kind].changes(queries, merged, idOf(topic))
}

const idOf = (topic: ParsedTopic): number => ('id' in topic ? topic.id : 0)

/** Returns the changes that need no query. */
export function changesFromEvents(merged: MergedInvalidations): readonly AnyChange[] {
  return [...merged.userPicks.values(), ...merged.presence.values()]
}

function weekChanges(queries: ViewQueries, merged: MergedInvalidations, weekId: number): WeekChange[] | undefined {
  const changes: WeekChange[] = []
  const reveal = merged.reveals.get(weekId)
  const week = merged.info || reveal !== undefined ? queries.weekInfo(weekId) : undefined
  if (week === undefined && (merged.info || reveal !== undefined)) return undefined
  if (week !== undefined && reveal === undefined) changes.push({ kind: 'week', week })
  const all = reveal === undefined ? undefined : queries.weekEntries(weekId)
  if (merged.pickCount) {
    const pick_count = all === undefined ? queries.pickCount(weekId) : pickCountOf(all)
    changes.push({ kind: 'pick_count', pick_count })
  }
  if (merged.games.size > 0) changes.push({ kind: 'games', games: queries.games(weekId, [...merged.games]) })
  if (merged.momentsOf !== undefined) changes.push(...momentsChange(weekId, merged.momentsOf, queries))
  if (reveal === undefined || week === undefined || all === undefined) {
    const rows = merged.entries.size === 0 ? [] : queries.weekEntries(weekId, [...merged.entries])
    changes.push(...rowChanges(rows, merged.entries))
    return changes
  }
  changes.push(...rowChanges(all, rowsBeforeReveal(weekId, all, reveal.entries, merged.entries, queries)))
  changes.push({
    kind: 'reveal',
    week,
    roster: rosterChecksum(all),
    teams: encodeReveal(all.flatMap((row) => weekRevealCodes(row, week.picks))),
    ...makersField(all),
  })
  return changes
}

/** Returns the moments of some games and of the pool, or all. */
function momentsChange(weekId: number, gameIds: ReadonlySet<number> | null, queries: ViewQueries): WeekChange[] {
  const all = queries.moments(weekId) ?? []
  const moments = all.filter(({ game }) => gameIds === null || game === null || gameIds.has(game.id))
  return [{ kind: 'moments', game_ids: gameIds && [...gameIds], moments }]
}

/**
 * Returns the entries whose rows must precede the reveal: those that changed, and eliminated entries that have a pick
 * nevertheless, which clients do not have in the week. The lock's own count shows whether there are any.
 */
function rowsBeforeReveal(
  weekId: number,
  rows: readonly WeekEntry[],
  aliveAtLock: number,
  changed: ReadonlySet<number>,
  queries: ViewQueries,
): ReadonlySet<number> {
  if (rows.length === aliveAtLock) return changed
  const roster = queries.roster(weekId)
  return new Set([...changed, ...rows.filter((row) => !roster.has(row.id)).map((row) => row.id)])
}

/** Returns who made the picks that their owners did not make in person, which the codes do not say. */
function makersField(rows: readonly WeekEntry[]) {
  const makers = rows.flatMap(({ id, slot, made_by, more = [] }) =>
    [{ slot, made_by }, ...more].flatMap((pick) =>
      pick.made_by ? [{ id, ...((pick.slot ?? 1) > 1 && { slot: pick.slot }), made_by: pick.made_by }] : [],
    ),
  )
  return makers.length > 0 && { makers }
}

/** Returns the codes of a week's row, one for each pick of the week. */
function weekRevealCodes({ team, is_override, is_auto, more = [], slot = 1 }: WeekEntry, picks = 1): readonly RevealCode[] {
  if (team === null) return filled([], picks, MISSED)
  const made = [{ slot, team, is_override, is_auto }, ...more]
  return Array.from({ length: picks }, (_, i) => {
    const pick = made.find((other) => other.slot === i + 1)
    return pick === undefined ? MISSED : pickCode(pick)
  })
}

const MISSED: RevealCode = { kind: 'missed' }
const ABSENT: RevealCode = { kind: 'absent' }
const pickCode = ({ team, is_override, is_auto }: Omit<Extract<RevealCode, { kind: 'pick' }>, 'kind'>): RevealCode => ({
  kind: 'pick',
  team,
  is_override,
  is_auto,
})

const filled = (codes: readonly RevealCode[], length: number, code: RevealCode): readonly RevealCode[] => [
  ...codes,
  ...Array.from({ length: Math.max(0, length - codes.length) }, () => code),
]

function seasonChanges(queries: ViewQueries, merged: MergedInvalidations, seasonYear: number): SeasonChange[] | undefined {
  const changes: SeasonChange[] = []
  const { reveals } = merged
  const weeks = merged.weeks.size + reveals.size > 0 ? queries.seasonWeeks(seasonYear) : []
  for (const week of weeks) if (merged.weeks.has(week.id) && !reveals.has(week.id)) changes.push({ kind: 'week', week })
  if (reveals.size === 0) {
    const rows = merged.entries.size === 0 ? [] : queries.seasonEntries(seasonYear, [...merged.entries])
    changes.push(...rowChanges(rows, merged.entries))
    return changes
  }
  const revealed = weeks.filter(({ id }) => reveals.has(id))
  if (revealed.length < reveals.size) return undefined
  const rows = queries.seasonEntries(seasonYear)
  const roster = rosterChecksum(rows)
  changes.push(...rowChanges(rows, merged.entries))
  for (const week of revealed) {
    const teams = encodeReveal(rows.flatMap((row) => seasonRevealCodes(row, week)))
    changes.push({ kind: 'reveal', week, roster, teams })
  }
  return changes
}

/** Returns the codes of a season's row, one for each pick of the week. The season's view does not show which picks an admin made. */
function seasonRevealCodes(entry: SeasonEntry, { week_number: number, picks = 1 }: SeasonWeek): readonly RevealCode[] {
  const codes = teamsOf(entry, number).map((team) =>
    pickCode({ team, is_override: false, is_auto: isAutoPick(entry, number, team) }),
  )
  return filled(codes, picks, entry.missed.includes(number) ? MISSED : ABSENT)
}

function poolChanges(queries: ViewQueries, merged: MergedInvalidations): PoolChange[] {
  return merged.info ? [{ kind: 'pool', pool: queries.pool() }] : []
}

/** Picks come before rows, because a row that was read contains all its picks. */
function userChanges(queries: ViewQueries, merged: MergedInvalidations, userId: number): UserChange[] | undefined {
  const changes: UserChange[] = [...merged.userPicks.values()]
  if (merged.info) {
    const user = queries.users([userId])[0]
    if (user === undefined) return undefined
    changes.push({ kind: 'user', user })
  }
  if (merged.proxied) changes.push({ kind: 'proxied', proxied: queries.proxiedEntries(userId) })
  if (merged.entries.size > 0) {
    changes.push(...rowChanges(queries.userEntries(userId, [...merged.entries]), merged.entries))
  }
  return changes
}

/** Presence comes before rows, because removing a row removes its presence too. */
function adminChanges(queries: ViewQueries, merged: MergedInvalidations): AdminChange[] {
  const changes: AdminChange[] = [...merged.presence.values()]
  if (merged.info) changes.push({ kind: 'setup', setup: queries.setup() })
  if (merged.waiting) changes.push({ kind: 'waiting', ids: queries.waiting() })
  if (merged.users.size > 0) {
    const users = new Map(queries.users([...merged.users]).map((user) => [user.id, user]))
    for (const id of merged.users) {
      const user = users.get(id)
      changes.push(user === undefined ? { kind: 'user_removed', id } : { kind: 'user', user })
    }
  }
  if (merged.entries.size > 0) {
    changes.push(...rowChanges(queries.adminEntries([...merged.entries]), merged.entries))
  }
  return changes
}

type RowChange<R> = { readonly kind: 'entry'; readonly entry: R } | { readonly kind: 'entry_removed'; readonly id: number }

/** Returns an update for each id that was found, and a removal for each that was not. */
function rowChanges<R extends { readonly id: number }>(rows: readonly R[], ids: ReadonlySet<number>): RowChange<R>[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return Array.from(ids, (id): RowChange<R> => {
    const entry = found.get(id)
    return entry === undefined ? { kind: 'entry_removed', id } : { kind: 'entry', entry }
  })
}
