import { BY_HAND } from '@outlast/contract/entry-label'
import { type Entry, isByHand, type UserId } from '@outlast/domain'

/** The personal data of an account, which the log never contains. */
export interface Person {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly mobile: string | null
}

/** Looks up accounts. */
export interface Directory {
  readonly of: (id: UserId) => Person | undefined
}

/** Returns the name by which people know an account: empty when it was deleted. */
export function nameOf(people: Directory, id: UserId | null): string {
  const person = id === null ? undefined : people.of(id)
  return person === undefined ? '' : `${person.first_name} ${person.last_name}`
}

/** Returns the name of the member who plays an entry, as it stands beside the entry: of a person without an account, the keeper's. */
export function playerOf(people: Directory, entry: Pick<Entry, 'userId' | 'keepers'>): string {
  const name = nameOf(people, entry.userId)
  return isByHand(entry) ? `${name}${BY_HAND}` : name
}
