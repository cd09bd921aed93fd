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

/** Names an entry by its member and its own name. The member's name is left out if the entry's name begins with it: "Priya Shah 2". */
export function memberAndEntry({ name, user_name: member = '' }: NamedEntry): NameLines {
  const isNamed = member === '' || `${name} `.toLowerCase().startsWith(`${member} `.toLowerCase())
  return isNamed ? { main: name, detail: null } : { main: member, detail: name }
}

/** Names an entry in one line, so that people know whose it is: "Priya Shah · Entry 2". */
export function entryLabel(entry: NamedEntry): string {
  const { main, detail } = memberAndEntry(entry)
  return detail === null ? main : `${main} · ${detail}`
}
