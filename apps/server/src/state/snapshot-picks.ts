import {
  type Entry,
  type EntryId,
  instantFromMs,
  instantToMs,
  type Pick,
  pickIdOf,
  type Position,
  type TeamAbbr,
  type WeekId,
} from '@outlast/domain'

/** What of the picks is JSON. */
export interface PicksHead {
  /** How many are each entry's, in the order of the entries. */
  readonly counts: readonly number[]
  /** Their teams, by the numbers that stand for them. */
  readonly teams: readonly TeamAbbr[]
}

const COMMITMENT_BYTES = 32
/** 2 MiB of hex. */
const PICKS_OF_A_TEXT = 32_768
const PICK_BYTES = 8 + 8 + 4 + 1 + COMMITMENT_BYTES

/** Where each field of the picks lies, all picks' together; the widest numbers first, as they must lie on multiples of 8. */
function columnsIn(buffer: ArrayBuffer) {
  const length = buffer.byteLength / PICK_BYTES
  return {
    length,
    versions: new Float64Array(buffer, 0, length),
    createdAt: new Float64Array(buffer, 8 * length, length),
    weekIds: new Uint32Array(buffer, 16 * length, length),
    teams: new Uint8Array(buffer, 20 * length, length),
    commitments: Buffer.from(buffer, 21 * length),
  }
}

/**
 * The picks of all entries, one entry after another, a column for each field. A large pool has millions of picks: as JSON,
 * all with the same names in them, they took seconds to read at a start.
 */
export function encodePicks(entries: readonly Entry[]): { readonly head: PicksHead; readonly bytes: Buffer } {
  const picks = entries.flatMap((entry) => entry.picks)
  const buffer = new ArrayBuffer(PICK_BYTES * picks.length)
  const columns = columnsIn(buffer)
  const teams = new Map<TeamAbbr, number>()
  picks.forEach(({ weekId, team, commitment, createdAt, version }, n) => {
    if (!teams.has(team)) teams.set(team, teams.size)
    columns.versions[n] = version
    columns.createdAt[n] = instantToMs(createdAt)
    columns.weekIds[n] = weekId
    columns.teams[n] = teams.get(team) ?? 0
    const written = columns.commitments.write(commitment, n * COMMITMENT_BYTES, 'hex')
    if (written !== COMMITMENT_BYTES) throw new RangeError(`not 32 bytes in hex: ${commitment}`)
  })
  return { head: { counts: entries.map((entry) => entry.picks.length), teams: [...teams.keys()] }, bytes: Buffer.from(buffer) }
}

/**
 * Gives each entry the picks that {@link encodePicks} took from it. They are made when somebody looks at them first: making
 * all of them at once would take longer than the rest of a start.
 */
export function decodePicks(
  { counts, teams }: PicksHead,
  bytes: Uint8Array,
  entries: readonly Omit<Entry, 'picks'>[],
): readonly Entry[] {
  // A copy, in a buffer of its own: from wherever it was read, it would lie anywhere.
  const columns = columnsIn(new Uint8Array(bytes).buffer)
  const read: ReadPicks = (entryId, from, to) => {
    const picks: Pick[] = []
    for (let n = from; n < to; n += 1) picks.push(pickAt(entryId, n))
    return picks
  }
  const texts = new Map<number, string>()
  let next = 0
  const all = entries.map((entry, n) => {
    const from = next
    next += counts[n] ?? 0
    const to = next
    return new StoredEntry(entry, read, from, to) as unknown as Entry
  })
  if (next !== columns.length) throw new RangeError(`${columns.length} picks, and the entries have ${next}`)
  return all

  function pickAt(entryId: EntryId, n: number): Pick {
    const weekId = columns.weekIds[n] as WeekId
    return {
      id: pickIdOf(entryId, weekId),
      weekId,
      team: teams[columns.teams[n] ?? 0] as TeamAbbr,
      commitment: commitmentAt(n),
      createdAt: instantFromMs(columns.createdAt[n] ?? 0),
      version: columns.versions[n] as Position,
    }
  }

  /** A part of a long text: far fewer texts are made than picks, and none is longer than a text may be. */
  function commitmentAt(n: number): string {
    const first = n - (n % PICKS_OF_A_TEXT)
    let text = texts.get(first)
    if (text === undefined) {
      text = columns.commitments.toString('hex', COMMITMENT_BYTES * first, COMMITMENT_BYTES * (first + PICKS_OF_A_TEXT))
      texts.set(first, text)
    }
    const at = 2 * COMMITMENT_BYTES * (n - first)
    return text.slice(at, at + 2 * COMMITMENT_BYTES)
  }
}

type ReadPicks = (entryId: EntryId, from: number, to: number) => readonly Pick[]

/**
 * An {@link Entry} that makes its picks once; a copy of it (`{ ...entry }`) has them as they are. All share one getter: with
 * one of its own each would be an object of another shape, and slow to read.
 */
class StoredEntry {
  static readonly #picks: PropertyDescriptor = {
    enumerable: true,
    get(this: StoredEntry) {
      return this.#made ?? this.#make()
    },
  }

  readonly #id: EntryId
  readonly #from: number
  readonly #to: number
  #made: readonly Pick[] | undefined
  #read: ReadPicks | undefined

  constructor(entry: Omit<Entry, 'picks'>, read: ReadPicks, from: number, to: number) {
    this.#id = entry.id
    this.#read = read
    this.#from = from
    this.#to = to
    Object.assign(this, entry)
    Object.defineProperty(this, 'picks', StoredEntry.#picks)
  }

  #make(): readonly Pick[] {
    this.#made = this.#read?.(this.#id, this.#from, this.#to) ?? []
    // Lets the columns go once no entry needs them.
    this.#read = undefined
    return this.#made
  }
}

/** So many picks at a time: about a millisecond's worth. */
const AT_ONCE = 1_000

/**
 * Makes the picks of all entries little by little, beside what else there is to do: a lock looks at every one of them, and
 * must not wait for it.
 */
export async function decodeAllPicks(entries: Iterable<Entry>, isStopped: () => boolean): Promise<void> {
  let made = 0
  for (const entry of entries) {
    made += entry.picks.length
    if (made < AT_ONCE) continue
    made = 0
    await new Promise((resolve) => setImmediate(resolve))
    if (isStopped()) return
  }
}
