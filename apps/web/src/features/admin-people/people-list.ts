import type { AdminEntry, User } from '@outlast/contract'
import { textMatcher } from '../../lib/text-search.ts'

export type UserSort = 'default' | 'email'
export type EntrySort = 'default' | 'active' | 'eliminated'

/** The fields of an entry that the screen shows. */
export type PersonEntry = Pick<
  AdminEntry,
  'id' | 'user_id' | 'name' | 'is_paper' | 'is_eliminated' | 'eliminated_week' | 'version'
>

/** A user with their entries, which are undefined while they load. */
export interface Person {
  readonly user: User
  readonly entries: readonly PersonEntry[] | undefined
}

/** Which people the screen shows, and in which order. */
export interface PeopleQuery {
  readonly search: string
  readonly activeOnly: boolean
  readonly userSort: UserSort
  readonly entrySort: EntrySort
  /** Users with unsaved edits, which no filter hides. */
  readonly editedIds: ReadonlySet<number>
}

/** Filters and sorts users and their entries. The default order is the order in which they joined. */
export function listPeople(
  users: readonly User[],
  entries: readonly AdminEntry[] | undefined,
  { search, activeOnly, userSort, entrySort, editedIds }: PeopleQuery,
): readonly Person[] {
  const byUser = entries && Map.groupBy(sortEntries(entries, entrySort), (entry) => entry.user_id)
  const matchesSearch = textMatcher(search)
  const people = users.map((user): Person => ({ user, entries: byUser && (byUser.get(user.id) ?? []) }))
  const shown = people.filter(({ user, entries: own }) => {
    if (editedIds.has(user.id)) return true
    if (activeOnly && own?.some((entry) => !entry.is_eliminated) !== true) return false
    return matchesSearch(searchTexts(user, own ?? []))
  })
  const order = userSort === 'email' ? byEmail : byJoining
  return shown.toSorted(order)
}

function searchTexts(
  { first_name, last_name, email, mobile }: User,
  entries: readonly PersonEntry[],
): readonly (string | null)[] {
  return [first_name, last_name, email, mobile, ...entries.flatMap(({ name, id }) => [name, `#${id}`])]
}

const byJoining = (a: Person, b: Person): number => a.user.id - b.user.id

function byEmail(a: Person, b: Person): number {
  const [left, right] = [a.user.email.toLowerCase(), b.user.email.toLowerCase()]
  return left === right ? 0 : left < right ? -1 : 1
}

/** Sorts entries: in the pool's order, active first, or eliminated first. */
function sortEntries<Entry extends PersonEntry>(entries: readonly Entry[], sort: EntrySort): readonly Entry[] {
  if (sort === 'default') return entries
  const sign = sort === 'eliminated' ? -1 : 1
  return entries.toSorted((a, b) => sign * (Number(a.is_eliminated) - Number(b.is_eliminated)))
}

/** Returns the users whose rows have unsaved edits. Row ids look like `user:3`, `new-entry:3` or `entry:7`. */
export function editedUserIds(rowIds: readonly string[], entries: readonly PersonEntry[]): ReadonlySet<number> {
  const owners = new Map(entries.map((entry) => [entry.id, entry.user_id]))
  return new Set(
    rowIds.flatMap((rowId) => {
      const [kind, id] = rowId.split(':')
      const user = kind === 'entry' ? owners.get(Number(id)) : Number(id)
      return user === undefined ? [] : [user]
    }),
  )
}
