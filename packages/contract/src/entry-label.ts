/** An entry with its member's name, where that is known. */
interface NamedEntry {
  readonly name: string
  readonly user_name?: string | undefined
}

/** The name of an entry in up to two lines. */
export interface NameLines {
  readonly main: string
  readonly detail: string | null
}

/** What follows the name of a keeper, where the entry of a person without an account is named with it. */
export const BY_HAND = ' (by hand)'

/** Names an entry by its member and its own name. The member's name is left out if the entry's name begins with it: "Priya Shah 2". */
export function memberAndEntry({ name, user_name: member = '' }: NamedEntry): NameLines {
  // The entry has the name of its person, the member only keeps it.
  if (member.endsWith(BY_HAND)) return { main: name, detail: member }
  const isNamed = member === '' || `${name} `.toLowerCase().startsWith(`${member} `.toLowerCase())
  return isNamed ? { main: name, detail: null } : { main: member, detail: name }
}

/** Names an entry in one line, so that people know whose it is: "Priya Shah · Entry 2". */
export function entryLabel(entry: NamedEntry): string {
  const { main, detail } = memberAndEntry(entry)
  return detail === null ? main : `${main} · ${detail}`
}
