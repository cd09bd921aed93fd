import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import {
  completeRules,
  type Contest,
  emptyPool,
  type Entry,
  type EntryId,
  type Invitation,
  type PoolRules,
  type PoolState,
  type Posting,
  type Round,
  type ScheduleWeek,
  type Seal,
  type SiteClock,
  type SplitBallot,
  type StreamName,
  type User,
  type UserId,
  type WeekId,
} from '@outlast/domain'
import type { Head } from '../log/stored-event.ts'
import type { LogState } from './follower.ts'
import { decodePicks, encodePicks, type PicksHead } from './snapshot-picks.ts'

/** Increase this when the folded state changes: older snapshots are then ignored and the log is folded from the beginning. */
export const SNAPSHOT_FORMAT = 34

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Decompressing with the default chunk size takes three times as long. */
const CHUNK_BYTES = 4 << 20

interface SnapshotJson {
  readonly head: Head
  readonly streamLengths: readonly [StreamName, number][]
  readonly users: readonly User[]
  readonly seals: readonly [UserId, Seal][]
  readonly hadAdmin: boolean
  readonly entries: readonly Omit<Entry, 'picks'>[]
  readonly postings: readonly [EntryId, readonly Posting[]][]
  readonly picks: PicksHead
  readonly contests: readonly Contest[]
  readonly schedule: readonly ScheduleWeek[]
  readonly rounds: readonly Round[]
  readonly splitVote: PoolState['splitVote']
  readonly splitBallots: readonly [EntryId, SplitBallot][]
  readonly currentWeekId: WeekId | null
  readonly pinnedSummary: WeekId | null
  readonly siteClock: SiteClock
  readonly rules: PoolRules
  readonly club: PoolState['club']
  readonly setup: PoolState['setup']
  readonly reminders: PoolState['reminders']
  readonly joining: PoolState['joining']
  readonly invitations: readonly Invitation[]
  readonly seasonStarts: PoolState['seasonStarts']
  /** Absent in older snapshots. */
  readonly lastAction?: PoolState['lastAction']
  readonly lastIds: PoolState['lastIds']
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
    users: [...pool.users.values()],
    seals: [...pool.seals.entries()],
    hadAdmin: pool.hadAdmin,
    entries: entries.map(withoutPicks),
    postings: [...pool.postings.entries()],
    picks: picks.head,
    contests: [...pool.contests.values()],
    schedule: [...pool.schedule.values()],
    rounds: [...pool.rounds.values()],
    splitVote: pool.splitVote,
    splitBallots: [...pool.splitBallots.entries()],
    currentWeekId: pool.currentWeekId,
    pinnedSummary: pool.pinnedSummary,
    siteClock: pool.siteClock,
    rules: pool.rules,
    club: pool.club,
    setup: pool.setup,
    reminders: pool.reminders,
    joining: pool.joining,
    invitations: [...pool.invitations.values()],
    seasonStarts: pool.seasonStarts,
    lastAction: pool.lastAction,
    lastIds: pool.lastIds,
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
  pool.position = json.head.position
  pool.splitVote = json.splitVote && { ...json.splitVote, rules: completeRules(json.splitVote.rules) }
  for (const [id, ballot] of json.splitBallots) pool.splitBallots.set(id, ballot)
  pool.currentWeekId = json.currentWeekId
  pool.pinnedSummary = json.pinnedSummary
  pool.siteClock = json.siteClock
  pool.rules = completeRules(json.rules)
  pool.club = json.club
  pool.setup = json.setup
  pool.reminders = json.reminders
  pool.joining = json.joining
  for (const invitation of json.invitations) pool.invitations.set(invitation.id, invitation)
  pool.seasonStarts = json.seasonStarts
  pool.lastAction = json.lastAction ?? null
  Object.assign(pool.lastIds, json.lastIds)
  for (const user of json.users) pool.users.set(user.id, user)
  for (const [id, seal] of json.seals) pool.seals.set(id, seal)
  pool.hadAdmin = json.hadAdmin
  for (const [id, postings] of json.postings) pool.postings.set(id, postings)
  for (const contest of json.contests) {
    pool.contests.set(contest.id, { ...contest, rules: contest.rules && completeRules(contest.rules) })
  }
  for (const week of json.schedule) pool.schedule.set(week.id, week)
  for (const round of json.rounds) pool.rounds.set(round.id, round)
  for (const entry of decodePicks(json.picks, whole.subarray(picksStart), json.entries)) addEntry(pool, entry)
  return { state: { pool, head: json.head, streamLengths: new Map(json.streamLengths) }, extra: json.extra }
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
