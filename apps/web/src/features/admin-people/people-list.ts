import type { AdminEntry, User } from '@outlast/contract'
import { textMatcher } from '../../lib/text-search.ts'

/** Source: pool.md §2 "Admin Users & Entries". */
export const USER_SORTS = ['default', 'email'] as const
export type UserSort = (typeof USER_SORTS)[number]

export const ENTRY_SORTS = ['default', 'active', 'eliminated'] as const
export type EntrySort = (typeof ENTRY_SORTS)[number]

/** What the screen shows of an entry, whichever list it came from. */
export type PersonEntry = Pick<AdminEntry, 'id' | 'user_id' | 'name' | 'is_eliminated' | 'eliminated_week' | 'version'>

/** An account with its entries; undefined while these are not known. */
export interface Person {
  readonly user: User
  readonly entries: readonly PersonEntry[] | undefined
}

export interface PeopleQuery {
  readonly search: string
  readonly activeOnly: boolean
  readonly userSort: UserSort
  readonly entrySort: EntrySort
  /** Users who stay whatever is searched: somebody is working on them. */
  readonly inHand: ReadonlySet<number>
}

/** Everybody to show, in order, each with their entries in order. By default in the order in which they joined. */
export function peopleList(
  users: readonly User[],
  entries: readonly AdminEntry[] | undefined,
  { search, activeOnly, userSort, entrySort, inHand }: PeopleQuery,
): readonly Person[] {
  const byUser = entries && Map.groupBy(sortEntries(entries, entrySort), (entry) => entry.user_id)
  const found = textMatcher(search)
  const people = users.map((user): Person => ({ user, entries: byUser && (byUser.get(user.id) ?? []) }))
  const shown = people.filter(({ user, entries: own }) => {
    if (inHand.has(user.id)) return true
    if (activeOnly && own?.some((entry) => !entry.is_eliminated) !== true) return false
    return found(textsOf(user, own ?? []))
  })
  const order = userSort === 'email' ? byEmail : byJoining
  return shown.toSorted(order)
}

function textsOf({ first_name, last_name, email, mobile }: User, entries: readonly PersonEntry[]): readonly (string | null)[] {
  return [first_name, last_name, email, mobile, ...entries.flatMap(({ name, id }) => [name, `#${id}`])]
}

const byJoining = (a: Person, b: Person): number => a.user.id - b.user.id

function byEmail(a: Person, b: Person): number {
  const [left, right] = [a.user.email.toLowerCase(), b.user.email.toLowerCase()]
  return left === right ? 0 : left < right ? -1 : 1
}

/** Entries in the pool's order, or those first that are in, or out. */
export function sortEntries<Entry extends PersonEntry>(entries: readonly Entry[], sort: EntrySort): readonly Entry[] {
  if (sort === 'default') return entries
  const outFirst = sort === 'eliminated' ? -1 : 1
  return entries.toSorted((a, b) => outFirst * (Number(a.is_eliminated) - Number(b.is_eliminated)))
}

/** The users whose rows are in hand, from the keys of the rows: `user:3`, `new-entry:3`, `entry:7`. */
export function usersInHand(keys: readonly string[], entries: readonly PersonEntry[]): ReadonlySet<number> {
  const owners = new Map(entries.map((entry) => [entry.id, entry.user_id]))
  return new Set(
    keys.flatMap((key) => {
      const [kind, id] = key.split(':')
      const user = kind === 'entry' ? owners.get(Number(id)) : Number(id)
      return user === undefined ? [] : [user]
    }),
  )
}
