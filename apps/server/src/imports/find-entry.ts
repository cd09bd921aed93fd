import { emailKey } from '@outlast/contract/fields/email-address'
import { normalizeEntryName, type UserId } from '@outlast/domain'
import { formerEmailKey, havingEmail } from '../accounts/accounts.ts'
import type { PastPicksRow } from './past-picks-list.ts'
import { nearest, plain } from './plain.ts'
import type { Cell } from './sheet.ts'

/** A member, as a list can name one. */
export interface ListedMember {
  readonly userId: UserId
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** An entry, as a list can name it. */
interface NamedEntry {
  readonly name: string
  readonly userId: UserId
}

/** Why there is not exactly one entry, the cell that would say it, and what the cell probably means. */
interface NotFound {
  readonly problem: string
  readonly cell: Cell | undefined
  readonly suggestion: string | null
}

/** The number of rows that get a suggestion. Each is compared with all names, which for the wrong list of a large pool would take minutes. */
const MAX_SUGGESTIONS = 50

/** Finds the entries of the rows of a list, in their order. */
export function findEntries<E extends NamedEntry>(
  entries: readonly E[],
  members: readonly ListedMember[],
  rows: readonly PastPicksRow[],
): readonly (E | NotFound)[] {
  const directory = createDirectory(entries, members)
  const found = rows.map((row) => ({ row, member: directory.memberOf(row) }))
  const unnamed = Map.groupBy(
    found.flatMap(({ row, member }) =>
      !namesEntry(row) && typeof member === 'object' && member.nth === null ? [{ row, member }] : [],
    ),
    ({ member }) => member.userId,
  )
  return found.map(({ row, member }) => {
    if (typeof member !== 'object') return directory.entryByName(row, member)
    const rowsOfMember = unnamed.get(member.userId)?.map((other) => other.row) ?? []
    return directory.entryOf(row, member, rowsOfMember.indexOf(row), rowsOfMember.length)
  })
}

/** Whether a row names an entry of a member. A name alone under the heading of the entries can be a member's. */
const namesEntry = ({ email, name, entryName }: PastPicksRow): boolean => entryName !== '' && (email !== '' || name !== '')

interface FoundMember {
  readonly userId: UserId
  /** The number behind the name: `Ann Archer 2`. */
  readonly nth: number | null
}
/** How many members a row can mean, if it is not one; `email`: its address has no account. */
type NoMember = number | 'email'

/** A name as it is compared. One without letters and digits, such as 🏈, is compared as it is, because nothing else is left of it. */
const keyOf = (name: string): string => plain(name) || name.trim()

function createDirectory<E extends NamedEntry>(entries: readonly E[], members: readonly ListedMember[]) {
  const byEmail = Map.groupBy(members, ({ email }) => emailKey(email))
  const byName = new Map<string, Set<UserId>>()
  const byShortName = new Map<string, Set<UserId>>()
  const add = (to: Map<string, Set<UserId>>, text: string, id: UserId) =>
    to.set(keyOf(text), (to.get(keyOf(text)) ?? new Set()).add(id))
  for (const { userId, firstName: first, lastName: last } of members) {
    for (const text of [`${first} ${last}`, `${last} ${first}`]) add(byName, text, userId)
    for (const text of [first, last, `${first} ${last.slice(0, 1)}`, `${first.slice(0, 1)} ${last}`])
      add(byShortName, text, userId)
  }
  const byEntry = Map.groupBy(entries, ({ name }) => keyOf(normalizeEntryName(name)))
  let names: ReadonlyMap<string, string> | undefined
  let suggestions = 0
  /** Returns what an unknown name or address probably means, for the first {@link MAX_SUGGESTIONS}. */
  const suggest = (text: string, candidates: Iterable<string>): string | undefined => {
    suggestions += 1
    return suggestions > MAX_SUGGESTIONS ? undefined : nearest(text, candidates)
  }

  /** The only member with a name, or how many there are. */
  function memberCalled(text: string): FoundMember | number {
    const [, name = text, number] = /^(.*?)(?<![\s#(-])[\s#(-]+(\d{1,2})\)?$/u.exec(text) ?? []
    for (const [key, nth] of [
      [keyOf(text), null],
      [keyOf(name), number === undefined ? null : Number(number)],
    ] as const) {
      const ids = byName.get(key) ?? byShortName.get(key) ?? new Set()
      const [only, ...others] = ids
      if (only !== undefined) return others.length === 0 ? { userId: only, nth } : ids.size
    }
    return 0
  }

  function memberOf({ email, name, entryName }: PastPicksRow): FoundMember | NoMember {
    if (email !== '') {
      const having = byEmail.get(emailKey(email)) ?? []
      const [member] = havingEmail(having, (one) => formerEmailKey(one.email), email)
      return member === undefined ? 'email' : { userId: member.userId, nth: null }
    }
    if (name !== '') return memberCalled(name)
    return byEntry.has(keyOf(entryName)) ? 0 : memberCalled(entryName)
  }

  const byOwner = Map.groupBy(entries, ({ userId }) => userId)

  /** The entry of a member that a row means: by its name, by a number, or by the order of the member's rows. */
  function entryOf(row: PastPicksRow, { userId, nth }: FoundMember, at: number, rowsOfMember: number): E | NotFound {
    const own = byOwner.get(userId) ?? []
    const [only, ...others] = own
    const { entryName, who } = row
    if (only === undefined) return { problem: 'This member has no entries', cell: who.name ?? who.email, suggestion: null }
    if (namesEntry(row)) {
      const number = nth ?? Number(/^\D*(\d{1,2})$/u.exec(entryName)?.[1])
      const isCalled = ({ name }: E) => keyOf(name) === keyOf(entryName)
      const found = own.find(isCalled) ?? own[number - 1]
      if (found !== undefined) return found
      const near = nearest(
        keyOf(entryName),
        own.map(({ name }) => keyOf(name)),
      )
      const suggestion = own.find(({ name }) => keyOf(name) === near)?.name ?? null
      return { problem: `This member has no entry ${entryName}`, cell: who.entry, suggestion }
    }
    if (others.length === 0) return only
    const found = nth === null ? (rowsOfMember === own.length ? own[at] : undefined) : own[nth - 1]
    const problem = `This member has ${own.length} entries: add the column entry`
    return found ?? { problem, cell: who.entry ?? who.name ?? who.email, suggestion: null }
  }

  /** The entry that has a row's name, if no single member has it. */
  function entryByName(row: PastPicksRow, why: NoMember): E | NotFound {
    const { email, name, entryName, who } = row
    if (why === 'email') {
      const near = suggest(emailKey(email), byEmail.keys())
      return { problem: 'No account has this email', cell: who.email, suggestion: byEmail.get(near ?? '')?.[0]?.email ?? null }
    }
    const text = entryName || name
    if (text === '')
      return { problem: 'Give the name or the email of the member, or the name of the entry', cell: undefined, suggestion: null }
    const [only, ...others] = byEntry.get(keyOf(text)) ?? []
    if (only !== undefined && others.length === 0) return only
    const cell = who.entry ?? who.name
    if (only !== undefined)
      return { problem: `${others.length + 1} entries have this name: add the column email`, cell, suggestion: null }
    if (why > 1)
      return { problem: `${why} members are called ${name || entryName}: add the column email`, cell, suggestion: null }
    names ??= new Map([
      ...entries.map((entry) => [keyOf(entry.name), entry.name] as const),
      ...members.map(({ firstName, lastName }) => [keyOf(`${firstName} ${lastName}`), `${firstName} ${lastName}`] as const),
    ])
    const [problem, named] =
      name === '' ? [`There is no entry ${entryName}`, who.entry] : [`Nobody here is called ${name}`, who.name]
    const near = suggest(keyOf(named?.text ?? ''), names.keys())
    return { problem, cell: named, suggestion: near === undefined ? null : (names.get(near) ?? null) }
  }

  return { memberOf, entryOf, entryByName }
}
