import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import {
  emptyPool,
  type Entry,
  type PoolRules,
  type PoolState,
  type SiteClock,
  type Stream,
  type User,
  type Week,
  type WeekId,
} from '@outlast/domain'
import type { Head } from './stored-event.ts'
import type { LogState } from './follower.ts'
import { decodePicks, encodePicks, type PickColumns } from './snapshot-picks.ts'

/** Rises whenever what is folded, or how, changes: older snapshots are then passed over and the log is folded anew. */
export const SNAPSHOT_FORMAT = 2

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Decompressing into small pieces, as is usual, takes three times as long. */
const PIECE_BYTES = 4 << 20

interface SnapshotJson {
  readonly head: Head
  readonly streamLengths: readonly [Stream, number][]
  readonly users: readonly User[]
  readonly entries: readonly Omit<Entry, 'picks'>[]
  readonly picks: PickColumns
  readonly weeks: readonly Week[]
  readonly currentWeekId: WeekId | null
  readonly siteClock: SiteClock
  readonly rules: PoolRules
  readonly seasonRules: readonly [number, PoolRules][]
  readonly lastId: PoolState['lastId']
  readonly extra: unknown
}

/** A state and what others folded beside it (`extra`: JSON), compressed. */
export async function encodeSnapshot({ pool, head, streamLengths }: LogState, extra: unknown): Promise<Buffer> {
  const entries = [...pool.entries.values()]
  const json: SnapshotJson = {
    head,
    streamLengths: [...streamLengths],
    users: [...pool.users.values()],
    entries: entries.map(withoutPicks),
    picks: encodePicks(entries),
    weeks: [...pool.weeks.values()],
    currentWeekId: pool.currentWeekId,
    siteClock: pool.siteClock,
    rules: pool.rules,
    seasonRules: [...pool.seasonRules.entries()],
    lastId: pool.lastId,
    extra,
  }
  return compress(JSON.stringify(json), { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
}

/** The opposite of {@link encodeSnapshot}. What can be derived is derived again rather than stored. */
export async function decodeSnapshot(bytes: Buffer): Promise<{ readonly state: LogState; readonly extra: unknown }> {
  const json = JSON.parse((await decompress(bytes, { chunkSize: PIECE_BYTES })).toString()) as SnapshotJson
  const pool = emptyPool()
  pool.position = json.head.position
  pool.currentWeekId = json.currentWeekId
  pool.siteClock = json.siteClock
  pool.rules = json.rules
  Object.assign(pool.lastId, json.lastId)
  for (const user of json.users) pool.users.set(user.id, user)
  for (const week of json.weeks) pool.weeks.set(week.id, week)
  for (const [year, rules] of json.seasonRules) pool.seasonRules.set(year, rules)
  for (const entry of decodePicks(json.picks, json.entries)) addEntry(pool, entry)
  return { state: { pool, head: json.head, streamLengths: new Map(json.streamLengths) }, extra: json.extra }
}

function withoutPicks(entry: Entry): Omit<Entry, 'picks'> {
  const { picks: _picks, ...rest } = entry
  return rest
}

function addEntry(pool: PoolState, entry: Entry): void {
  pool.entries.set(entry.id, entry)
  pool.entriesOfUser.set(entry.userId, [...(pool.entriesOfUser.get(entry.userId) ?? []), entry.id])
}
