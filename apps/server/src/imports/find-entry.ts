import { emailKey } from '@outlast/contract/fields/email-address'
import { normalizeEntryName, type UserId } from '@outlast/domain'
import { formerEmailKey, havingEmail } from '../accounts/accounts.ts'
import type { PastPicksRow } from './past-picks-list.ts'
import type { CellQuestion, Choice } from './cell-accounts.ts'
import { nearest, plain } from './plain.ts'
import { type Cell, NOT_AN_ENTRY } from './sheet.ts'

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
interface NotFound extends CellQuestion {
  /** Undefined if the list has no column that would say it. */
  readonly cell: Cell | undefined
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
      !namesEntry(row) && typeof member === 'object' && member.suffix === null ? [{ row, member }] : [],
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
  /** What stands behind the name and says which entry is meant: a number, a letter, or the entry's name, as in `Ann Archer 2`. */
  readonly suffix: string | null
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
  for (const member of members) {
    for (const text of namesOf(member)) add(byShortName, text, member.userId)
    const { userId, firstName: first, lastName: last } = member
    for (const text of [`${first} ${last}`, `${last} ${first}`]) add(byName, text, userId)
  }
  const memberById = new Map(members.map((member) => [member.userId, member]))
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
    for (const [name, suffix] of [[text, null], ...suffixesOf(text)] as const) {
      const ids = byName.get(keyOf(name)) ?? byShortName.get(keyOf(name)) ?? new Set()
      const [only, ...others] = ids
      if (only !== undefined) return others.length === 0 ? { userId: only, suffix } : ids.size
    }
    return 0
  }

  /** The member with an address: of several that are the same after NFKC, the one that is spelled like it. */
  function memberWith(email: string): ListedMember | undefined {
    return havingEmail(byEmail.get(emailKey(email)) ?? [], (one) => formerEmailKey(one.email), email)[0]
  }

  function memberOf({ email, name, entryName }: PastPicksRow): FoundMember | NoMember {
    // An answer can be an address in any of the columns.
    const [, address = email || name || entryName, suffix = null] = withSuffix(email || name || entryName)
    const member = memberWith(email) ?? (address.includes('@') ? memberWith(address) : undefined)
    if (member !== undefined) return { userId: member.userId, suffix }
    if (email !== '') return 'email'
    if (name !== '') return memberCalled(name)
    return byEntry.has(keyOf(entryName)) ? 0 : memberCalled(entryName)
  }

  const byOwner = Map.groupBy(entries, ({ userId }) => userId)

  /** The entry of a member that a row means: by its name, by what stands behind the member's name, or by the order of the member's rows. */
  function entryOf(row: PastPicksRow, { userId, suffix }: FoundMember, at: number, rowsOfMember: number): E | NotFound {
    const own = byOwner.get(userId) ?? []
    const [only, ...others] = own
    const { entryName, who } = row
    const named = who.name ?? who.email
    if (only === undefined) return { ...question('This member has no entries', null), cell: named }
    const called = namesEntry(row) ? entryName : suffix
    if (called !== null) {
      const number = numberIn(suffix ?? '') ?? numberIn(called)
      const found = own.find(({ name }) => keyOf(name) === keyOf(called)) ?? own[(number ?? 0) - 1]
      if (found !== undefined) return found
      const near = nearest(
        keyOf(called),
        own.map(({ name }) => keyOf(name)),
      )
      const suggestion = own.find(({ name }) => keyOf(name) === near)?.name ?? null
      const problem = `This member has no entry ${called}`
      if (namesEntry(row)) return { ...question(problem, suggestion, own.map(asNamed)), cell: who.entry }
      return {
        ...question(
          problem,
          null,
          own.map(
            asSuffixOf(
              whoOf(row)
                .replace(called, '')
                .replace(/[\s#(–—:/-]+\)?$/u, ''),
            ),
          ),
        ),
        cell: named,
        isOwn: true,
      }
    }
    if (others.length === 0) return only
    const found = rowsOfMember === own.length ? own[at] : undefined
    // The column for entries takes the answer; without one, it goes behind the name.
    const cell = who.entry ?? named
    const choices = cell === who.entry && row.name + row.email !== '' ? own.map(asNamed) : own.map(asSuffixOf(whoOf(row)))
    const problem = `This member has ${own.length} entries: choose the one of this line`
    return found ?? { ...question(problem, null, choices), cell, isOwn: true }
  }

  /** The entry that has a row's name, if no single member has it. */
  function entryByName(row: PastPicksRow, why: NoMember): E | NotFound {
    const { email, name, entryName, who } = row
    if (why === 'email') {
      const near = suggest(emailKey(email), byEmail.keys())
      return { ...question('No account has this email', byEmail.get(near ?? '')?.[0]?.email ?? null), cell: who.email }
    }
    const text = entryName || name
    if (text === '') {
      const problem = 'Give the name or the email of the member, or the name of the entry'
      return { ...question(problem, null), cell: who.name ?? who.entry ?? who.email, isOwn: true }
    }
    const [only, ...others] = byEntry.get(keyOf(text)) ?? []
    if (only !== undefined && others.length === 0) return only
    const cell = who.name !== undefined && name !== '' ? who.name : (who.entry ?? who.name)
    if (only !== undefined) {
      const owners = [only, ...others].flatMap(({ userId }) => memberById.get(userId) ?? [])
      const problem = `${others.length + 1} entries have this name: choose the member`
      const choices = owners.map((owner) => ({ text: `${owner.email} (${only.name})`, label: fullName(owner) }))
      return { ...question(problem, null, choices), cell, isOwn: true }
    }
    if (why > 1) {
      const called = members.filter((member) => namesOf(member).some((other) => keyOf(other) === keyOf(text)))
      const choices = called.map((member) => ({ text: member.email, label: `${fullName(member)}, ${member.email}` }))
      return { ...question(`${why} members are called ${name || entryName}: choose one`, null, choices), cell }
    }
    names ??= new Map([
      ...entries.map((entry) => [keyOf(entry.name), entry.name] as const),
      ...members.map((member) => [keyOf(fullName(member)), fullName(member)] as const),
    ])
    const problem = name === '' ? `There is no entry ${entryName}` : `Nobody here is called ${name}`
    const named = name === '' ? who.entry : who.name
    const near = suggest(keyOf(name || entryName), names.keys())
    return { ...question(problem, near === undefined ? null : (names.get(near) ?? null)), cell: named }
  }

  return { memberOf, entryOf, entryByName }
}

const whoOf = ({ email, name, entryName }: PastPicksRow): string => email || name || entryName

/** No name and no address is longer, with what stands behind it. */
const MAX_WHO = 300

/** Splits an address with something behind it: `bob@club.example #2`, `bob@club.example (El Toro)`. */
function withSuffix(text: string): readonly (string | undefined)[] {
  return text.length > MAX_WHO ? [] : (/^([^\s@]+@[^\s@#(]+)[\s#(]+(\S.*?)\)?$/u.exec(text) ?? [])
}

const fullName = ({ firstName, lastName }: ListedMember): string => `${firstName} ${lastName}`

/** The short names of a member. */
const namesOf = ({ firstName: first, lastName: last }: ListedMember): readonly string[] => [
  first,
  last,
  `${first} ${last}`,
  `${last} ${first}`,
  `${first} ${last.slice(0, 1)}`,
  `${first.slice(0, 1)} ${last}`,
]

/** The number of an entry: `2`, `Entry 2`, or a letter. */
function numberIn(text: string): number | undefined {
  const digits = /^\D*(\d{1,2})$/u.exec(text)?.[1]
  if (digits !== undefined) return Number(digits)
  return /^[a-f]$/iu.test(text) ? text.toLowerCase().charCodeAt(0) - FIRST_LETTER + 1 : undefined
}
const FIRST_LETTER = 'a'.charCodeAt(0)

/** Splits a name with something behind it: `Bob Baker 2`, `Bob Baker (2)`, `Bob Baker - El Toro`, `Bob Baker B`. */
function suffixesOf(text: string): readonly (readonly [name: string, suffix: string])[] {
  const patterns = [
    /^(.*?)(?<![\s#(-])[\s#(-]+(\d{1,2})\)?$/u,
    /^([^(:–—]*[^(:–—\s])\s*[(:–—]\s*([^()]+?)\)?$/u,
    /^(.*?\S)\s+[-/]\s+(\S.*)$/u,
    /^(\S.*\S)\s+([a-f])$/iu,
  ]
  if (text.length > MAX_WHO) return []
  return patterns.flatMap((pattern) => {
    const [, name, suffix] = pattern.exec(text) ?? []
    return name === undefined || suffix === undefined ? [] : [[name, suffix] as const]
  })
}

const asNamed = ({ name }: NamedEntry): Choice => ({ text: name, label: name })
const asSuffixOf =
  (who: string) =>
  ({ name }: NamedEntry, index: number): Choice => ({ text: `${who.trim()} #${index + 1}`, label: name })

/** A question about whose line it is. It can also be nobody's. */
function question(problem: string, suggestion: string | null, choices: readonly Choice[] = []): CellQuestion {
  const offered =
    suggestion === null || choices.some(({ text }) => text === suggestion) ? [] : [{ text: suggestion, label: suggestion }]
  return { problem, suggestion, choices: [...offered, ...choices, { text: NOT_AN_ENTRY, label: 'Not an entry' }] }
}
