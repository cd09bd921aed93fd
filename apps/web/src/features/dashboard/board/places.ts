import type { BoardEntry, BoardPick } from './board.ts'

type Picked = Pick<BoardEntry, 'pick' | 'several'>

/** Returns the picks of an entry in the week, in the order of their slots. */
export const picksOf = ({ pick, several }: Picked): readonly BoardPick[] => several?.picks ?? (pick === null ? [] : [pick])

/** How many picks the week takes from an entry. */
export const slotsOf = ({ several }: Pick<BoardEntry, 'several'>): number => several?.slots ?? 1

/** Returns how many picks of the week can stand. */
export const countPicked = (entry: Picked): number => picksOf(entry).filter(({ usedIn }) => usedIn === null).length

/** Returns an entry once for each pick that the week takes, with the pick of that place. */
export function placesOf(entry: BoardEntry): readonly BoardEntry[] {
  const { several } = entry
  if (several === undefined) return [entry]
  return Array.from({ length: several.slots }, (_, index) => {
    const slot = index + 1
    const pick = several.picks.find((other) => (other.slot ?? 1) === slot) ?? null
    return { ...entry, pick, several: { ...several, slot } }
  })
}

/** Returns whether a place has no pick, or one that cannot stand. */
export const isOpenPlace = ({ pick }: Pick<BoardEntry, 'pick'>): boolean => pick === null || pick.usedIn !== null

/** Returns the place that the next choice is for: the first without a pick and a choice, otherwise the first. */
export function nextPlace(entry: BoardEntry, unsaved: Parameters<typeof isDrafted>[0]): BoardEntry {
  const places = placesOf(entry)
  return places.find((place) => isOpenPlace(place) && !isDrafted(unsaved, place)) ?? places[0] ?? entry
}

type Judged = Picked & Pick<BoardEntry, 'seal' | 'standing' | 'teamsLeft'>

const lacksPick = (entry: Judged): boolean =>
  countPicked(entry) < slotsOf(entry) && entry.seal === null && entry.standing?.status !== 'out'

/** Returns whether an entry that is alive lacks a pick, even one that is sealed, or has one that can't stand, and has a team left to pick. */
export const needsPick = (entry: Judged): boolean => lacksPick(entry) && entry.teamsLeft === undefined

/** Returns whether an entry that is alive lacks a pick and has no team left to pick. */
export const lacksTeam = (entry: Judged): boolean => lacksPick(entry) && entry.teamsLeft !== undefined

/** Whether a choice for a place is not submitted. */
export const isDrafted = (unsaved: readonly { readonly entryId: number; readonly slot: number }[], { id, several }: BoardEntry) =>
  unsaved.some(({ entryId, slot }) => entryId === id && slot === (several?.slot ?? 1))

/** "Lucky"; in a week that takes several picks "Lucky, pick 2". */
export const placeName = ({ name, several }: Pick<BoardEntry, 'name' | 'several'>): string =>
  several === undefined ? name : `${name}, pick ${several.slot}`

/** Whether the owner can ask to buy an entry back in, until the lock that ends it. */
export const hasBuyback = ({ outlook }: Pick<BoardEntry, 'outlook'>): boolean => (outlook?.buyback ?? null) !== null
