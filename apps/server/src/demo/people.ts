import { entryName, personName } from '@outlast/seasons/names'

/** The number of entries of each member; the list repeats. */
const ENTRIES_OF_MEMBER = [1, 2, 1, 3, 1, 2]

/** The visitor's entries: one with a pick, one without, and one that is out. */
export const OWN_ENTRY_NAMES = ['Mia’s Mavericks', 'Second Wind', 'Third Time Unlucky']

/** A generated member with the names of their entries. */
export interface DemoMember {
  readonly first: string
  readonly last: string
  readonly email: string
  readonly entryNames: readonly string[]
}

/** Generates members who have the given number of entries in total. */
export function generateMembers(entries: number): readonly DemoMember[] {
  const members: DemoMember[] = []
  for (let created = 0; created < entries;) {
    const place = members.length
    const name = personName(place)
    const [first = '', ...rest] = name.split(' ')
    const count = Math.min(ENTRIES_OF_MEMBER[place % ENTRIES_OF_MEMBER.length] ?? 1, entries - created)
    const entryNames = Array.from({ length: count }, (_, index) => entryName(name, place, index))
    members.push({ first, last: rest.join(' '), email: `member${place + 1}@demo.example`, entryNames })
    created += count
  }
  return members
}
