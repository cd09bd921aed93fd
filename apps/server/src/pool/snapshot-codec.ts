import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { completeRules, emptyPool, type Entry, ForkableMap, type PoolState, type StreamName } from '@outlast/domain'
import type { Head } from '../log/stored-event.ts'
import type { LogState } from './follower.ts'
import { decodePicks, encodePicks, type PicksHead } from './snapshot-picks.ts'

/** Increase this when the folded state changes: older snapshots are then ignored and the log is folded from the beginning. */
export const SNAPSHOT_FORMAT = 40

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Decompressing with the default chunk size takes three times as long. */
const CHUNK_BYTES = 4 << 20

/** What of the pool is stored in another form, or follows from its entries. All else is stored as it is, so that nothing can be forgotten. */
const OTHER_FORM = [
  'entries',
  'entriesOfUser',
  'requestedBuybacks',
  'paymentClaims',
] as const satisfies readonly (keyof PoolState)[]

interface SnapshotJson {
  readonly head: Head
  readonly streamLengths: readonly [StreamName, number][]
  /** By name; a map as its entries. */
  readonly pool: Readonly<Record<string, unknown>>
  readonly entries: readonly Omit<Entry, 'picks'>[]
  readonly picks: PicksHead
  readonly extra: unknown
}

/** The size of the prefix with the length of the JSON; the picks follow the JSON. */
const LENGTH_BYTES = 4

/** Encodes and compresses a state and the JSON of the extra fold. */
export async function encodeSnapshot({ pool, head, streamLengths }: LogState, extra: unknown): Promise<Buffer> {
  const entries = [...pool.entries.values()]
  const picks = encodePicks(entries)
  const json: SnapshotJson = {
    head,
    streamLengths: [...streamLengths],
    pool: Object.fromEntries(
      storedParts(pool).map(([name, value]) => [name, value instanceof ForkableMap ? [...value.entries()] : value]),
    ),
    entries: entries.map(withoutPicks),
    picks: picks.head,
    extra,
  }
  const text = Buffer.from(JSON.stringify(json))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(text.length)
  const whole = Buffer.concat([length, text, picks.bytes])
  return compress(whole, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
}

/** Decodes the result of {@link encodeSnapshot}, and derives what is not stored. */
export async function decodeSnapshot(bytes: Buffer): Promise<{ readonly state: LogState; readonly extra: unknown }> {
  const whole = await decompress(bytes, { chunkSize: CHUNK_BYTES })
  const picksStart = LENGTH_BYTES + whole.readUInt32LE()
  const json = JSON.parse(whole.toString('utf8', LENGTH_BYTES, picksStart)) as SnapshotJson
  const pool = emptyPool()
  for (const [name, value] of storedParts(pool)) {
    const stored = json.pool[name]
    if (value instanceof ForkableMap)
      for (const [key, element] of stored as readonly [unknown, unknown][]) value.set(key, element)
    else Object.assign(pool, { [name]: stored })
  }
  // A newer version may have rules that the snapshot does not.
  pool.rules = completeRules(pool.rules)
  if (pool.splitVote !== null) pool.splitVote = { ...pool.splitVote, rules: completeRules(pool.splitVote.rules) }
  for (const contest of pool.contests.values()) {
    pool.contests.set(contest.id, { ...contest, rules: contest.rules && completeRules(contest.rules) })
  }
  for (const entry of decodePicks(json.picks, whole.subarray(picksStart), json.entries)) addEntry(pool, entry)
  return { state: { pool, head: json.head, streamLengths: new Map(json.streamLengths) }, extra: json.extra }
}

function storedParts(pool: PoolState): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(pool).filter(([name]) => !OTHER_FORM.some((other) => other === name))
}

function withoutPicks(entry: Entry): Omit<Entry, 'picks'> {
  const { picks: _picks, ...rest } = entry
  return rest
}

function addEntry(pool: PoolState, entry: Entry): void {
  pool.entries.set(entry.id, entry)
  if (entry.buybacks.some(({ status }) => status === 'requested')) pool.requestedBuybacks.set(entry.id, true)
  if (entry.paymentClaim !== null) pool.paymentClaims.set(entry.id, true)
  pool.entriesOfUser.set(entry.userId, [...(pool.entriesOfUser.get(entry.userId) ?? []), entry.id])
}
