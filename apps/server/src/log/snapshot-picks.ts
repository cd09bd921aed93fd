import { type Entry, type Instant, type Pick, pickIdOf, type Position, type TeamAbbr, type WeekId } from '@outlast/domain'

/**
 * The picks of many entries, one entry after another, a column for each field. A large pool has millions of picks: as
 * objects of JSON, all with the same names in them, they were most of a snapshot, and took seconds to read at a start.
 */
export interface PickColumns {
  /** How many are each entry's. */
  readonly counts: readonly number[]
  readonly weekIds: readonly WeekId[]
  readonly teams: readonly TeamAbbr[]
  readonly commitments: TextColumn
  readonly createdAt: TextColumn
  readonly versions: readonly Position[]
}

/** Texts one after another, with the length that all of them have, or that each has. */
interface TextColumn {
  readonly text: string
  readonly lengths: number | readonly number[]
}

export function encodePicks(entries: readonly Entry[]): PickColumns {
  const picks = entries.flatMap((entry) => entry.picks)
  return {
    counts: entries.map((entry) => entry.picks.length),
    weekIds: picks.map((pick) => pick.weekId),
    teams: picks.map((pick) => pick.team),
    commitments: columnOf(picks.map((pick) => pick.commitment)),
    createdAt: columnOf(picks.map((pick) => pick.createdAt)),
    versions: picks.map((pick) => pick.version),
  }
}

/** Puts each entry's picks back where {@link encodePicks} took them from. */
export function decodePicks(columns: PickColumns, entries: readonly Omit<Entry, 'picks'>[]): readonly Entry[] {
  const { counts, weekIds, teams, versions } = columns
  const commitments = textsOf(columns.commitments)
  const createdAt = textsOf<Instant>(columns.createdAt)
  let at = 0
  return entries.map((entry, n) => {
    const end = at + (counts[n] ?? 0)
    const picks: Pick[] = []
    for (; at < end; at += 1) {
      const weekId = weekIds[at]
      const team = teams[at]
      const version = versions[at]
      if (weekId === undefined || team === undefined || version === undefined) throw new RangeError('a pick is missing')
      const id = pickIdOf(entry.id, weekId)
      picks.push({ id, weekId, team, commitment: commitments(), createdAt: createdAt(), version })
    }
    return { ...entry, picks }
  })
}

function columnOf(texts: readonly string[]): TextColumn {
  const [first = ''] = texts
  const isEven = texts.every((text) => text.length === first.length)
  return { text: texts.join(''), lengths: isEven ? first.length : texts.map((text) => text.length) }
}

/** The texts, one at each call. They are parts of the one text, not copies of them. */
function textsOf<T extends string>({ text, lengths }: TextColumn): () => T {
  let n = 0
  let from = 0
  return () => {
    const to = from + (typeof lengths === 'number' ? lengths : (lengths[n] ?? 0))
    const one = text.slice(from, to)
    from = to
    n += 1
    return one as T
  }
}
