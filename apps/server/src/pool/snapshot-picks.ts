import {
  AUTO_PICK_STEPS,
  allPicks,
  type Entry,
  type EntryId,
  entryPicks,
  type EntryPicks,
  instantFromMs,
  instantToMs,
  parseSlot,
  type Pick,
  type PickMaker,
  pickIdOf,
  type Position,
  type TeamAbbr,
  type WeekId,
} from '@outlast/domain'

/** The part of the picks that is stored as JSON. */
export interface PicksHead {
  /** The number of picks per entry, in the order of the entries. */
  readonly counts: readonly number[]
  /** The teams; a pick stores the index of its team. */
  readonly teams: readonly TeamAbbr[]
  /** Who made picks, by their places, where that was not their owners in person. */
  readonly makers: readonly (readonly [place: number, maker: PickMaker])[]
}

const COMMITMENT_BYTES = 32
/** Picks whose commitments are converted to one string: 2 MiB of hex. */
const PICKS_PER_STRING = 32_768
const PICK_BYTES = 8 + 8 + 8 + 4 + 1 + 1 + 1 + COMMITMENT_BYTES
/** Added to the index of the team if a member made the pick. There are 32 teams. */
const BY_MEMBER = 128
/** Added to the index of what assigned a pick if an admin overrode it. */
const IS_OVERRIDE = 128
/** What assigned a pick; a pick stores the index. */
const ASSIGNED_BY = [null, ...AUTO_PICK_STEPS]

/** Returns a view of each column. The widest numbers come first, since they must be aligned to 8 bytes. */
function columnsIn(buffer: ArrayBuffer) {
  const length = buffer.byteLength / PICK_BYTES
  return {
    length,
    versions: new Float64Array(buffer, 0, length),
    createdAt: new Float64Array(buffer, 8 * length, length),
    updatedAt: new Float64Array(buffer, 16 * length, length),
    weekIds: new Uint32Array(buffer, 24 * length, length),
    teams: new Uint8Array(buffer, 28 * length, length),
    assignedBy: new Uint8Array(buffer, 29 * length, length),
    slots: new Uint8Array(buffer, 30 * length, length),
    commitments: Buffer.from(buffer, 31 * length),
  }
}

/**
 * Encodes the picks of all entries in columns. A large pool has millions of picks, which took seconds to parse as JSON at
 * startup.
 */
export function encodePicks(entries: readonly Entry[]): { readonly head: PicksHead; readonly bytes: Buffer } {
  const picks = entries.flatMap(allPicks)
  const buffer = new ArrayBuffer(PICK_BYTES * picks.length)
  const columns = columnsIn(buffer)
  const teams = new Map<TeamAbbr, number>()
  const makers = picks.flatMap(({ madeBy }, n) => (madeBy === undefined ? [] : [[n, madeBy] as const]))
  picks.forEach(({ weekId, slot, team, commitment, byMember, assignedBy, createdAt, updatedAt, version, isOverride }, n) => {
    if (!teams.has(team)) teams.set(team, teams.size)
    columns.versions[n] = version
    columns.createdAt[n] = instantToMs(createdAt)
    columns.updatedAt[n] = instantToMs(updatedAt)
    columns.weekIds[n] = weekId
    columns.slots[n] = slot
    columns.teams[n] = (teams.get(team) ?? 0) + (byMember ? BY_MEMBER : 0)
    columns.assignedBy[n] = ASSIGNED_BY.indexOf(assignedBy) + (isOverride ? IS_OVERRIDE : 0)
    const written = columns.commitments.write(commitment, n * COMMITMENT_BYTES, 'hex')
    if (written !== COMMITMENT_BYTES) throw new RangeError(`not 32 bytes in hex: ${commitment}`)
  })
  return {
    head: { counts: entries.map((entry) => allPicks(entry).length), teams: [...teams.keys()], makers },
    bytes: Buffer.from(buffer),
  }
}

/**
 * Returns the entries with their picks. The picks of an entry are decoded at the first access, because decoding all of them
 * would take longer than the rest of the startup.
 */
export function decodePicks(
  { counts, teams, makers }: PicksHead,
  bytes: Uint8Array,
  entries: readonly Omit<Entry, 'picks'>[],
): readonly Entry[] {
  // Copied to a new buffer, because the typed arrays need an aligned start.
  const columns = columnsIn(new Uint8Array(bytes).buffer)
  const read: ReadPicks = (entryId, from, to) => {
    const picks: Pick[] = []
    for (let n = from; n < to; n += 1) picks.push(decode(entryId, n))
    return entryPicks(picks)
  }
  const makerAt = new Map(makers)
  const hexStrings = new Map<number, string>()
  let next = 0
  const all = entries.map((entry, n) => {
    const from = next
    next += counts[n] ?? 0
    const to = next
    return Object.assign(new StoredEntry(entry.id, read, from, to), entry)
  })
  if (next !== columns.length) throw new RangeError(`${columns.length} picks are stored, but the entries have ${next}`)
  return all

  function decode(entryId: EntryId, n: number): Pick {
    const weekId = columns.weekIds[n] as WeekId
    const team = columns.teams[n] ?? 0
    const assignedBy = columns.assignedBy[n] ?? 0
    const slot = parseSlot(columns.slots[n] ?? 0)
    const madeBy = makerAt.get(n)
    if (slot === undefined) throw new RangeError(`a pick of entry ${entryId} has no slot`)
    return {
      id: pickIdOf(entryId, weekId, slot),
      weekId,
      slot,
      team: teams[team % BY_MEMBER] as TeamAbbr,
      commitment: commitmentAt(n),
      byMember: team >= BY_MEMBER,
      assignedBy: ASSIGNED_BY[assignedBy % IS_OVERRIDE] ?? null,
      createdAt: instantFromMs(columns.createdAt[n] ?? 0),
      updatedAt: instantFromMs(columns.updatedAt[n] ?? 0),
      version: columns.versions[n] as Position,
      isOverride: assignedBy >= IS_OVERRIDE,
      ...(madeBy && { madeBy }),
    }
  }

  /** Returns a substring of a long hex string, so that far fewer strings are created than there are picks. */
  function commitmentAt(n: number): string {
    const first = n - (n % PICKS_PER_STRING)
    let hex = hexStrings.get(first)
    if (hex === undefined) {
      hex = columns.commitments.toString('hex', COMMITMENT_BYTES * first, COMMITMENT_BYTES * (first + PICKS_PER_STRING))
      hexStrings.set(first, hex)
    }
    const start = 2 * COMMITMENT_BYTES * (n - first)
    return hex.slice(start, start + 2 * COMMITMENT_BYTES)
  }
}

type ReadPicks = (entryId: EntryId, from: number, to: number) => EntryPicks

/**
 * The picks of an {@link Entry}, decoded at the first access. A copy (`{ ...entry }`) has them as a plain property. All
 * entries share one getter, because objects with individual getters would have different shapes and be slow to read.
 */
class StoredEntry {
  static readonly #picks: PropertyDescriptor = {
    enumerable: true,
    get(this: StoredEntry) {
      return this.#decoded ?? this.#decode()
    },
  }

  readonly #id: EntryId
  readonly #from: number
  readonly #to: number
  /** Enumerable, so that a copy has it. */
  declare readonly picks: EntryPicks
  #decoded: EntryPicks | undefined
  #read: ReadPicks | undefined

  constructor(id: EntryId, read: ReadPicks, from: number, to: number) {
    this.#id = id
    this.#read = read
    this.#from = from
    this.#to = to
    Object.defineProperty(this, 'picks', StoredEntry.#picks)
  }

  #decode(): EntryPicks {
    this.#decoded = this.#read?.(this.#id, this.#from, this.#to) ?? entryPicks([])
    // Allows the columns to be garbage-collected once no entry needs them.
    this.#read = undefined
    return this.#decoded
  }
}

/** Picks that are decoded without a pause: about one millisecond. */
const PICKS_PER_TURN = 1_000

/**
 * Decodes the picks of all entries in the background, so that the next lock, which reads all of them, does not have to wait.
 */
export async function decodeAllPicks(entries: Iterable<Entry>, isStopped: () => boolean): Promise<void> {
  let decoded = 0
  for (const entry of entries) {
    decoded += allPicks(entry).length
    if (decoded < PICKS_PER_TURN) continue
    decoded = 0
    await new Promise((resolve) => setImmediate(resolve))
    if (isStopped()) return
  }
}
