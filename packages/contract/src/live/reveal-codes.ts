import { TEAMS } from '@outlast/domain'

/**
 * A reveal is a text with one character per row of a roster, in the roster's order: about a byte per entry
 * (architecture.md "Live"). Every character is printable and stands in JSON as it is.
 */

/** What the reveal says of one row. */
export type RevealCode =
  | { readonly kind: 'pick'; readonly team: string; readonly is_override: boolean }
  /** Went into the week alive and without a pick. */
  | { readonly kind: 'missed' }
  /** Was not in the week; only over a season's entries. */
  | { readonly kind: 'absent' }

/** One character per team, in the order of the domain's table: picked by the member. */
const MEMBER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
/** The same teams, given by an admin. */
const OVERRIDE = 'abcdefghijklmnopqrstuvwxyz6789+='
const MISSED = '-'
const ABSENT = '.'

const codeOfMember = new Map(TEAMS.map(({ abbr }, i) => [abbr as string, MEMBER.charAt(i)]))
const codeOfOverride = new Map(TEAMS.map(({ abbr }, i) => [abbr as string, OVERRIDE.charAt(i)]))

/** By character code: a reveal has thousands of them. */
const meanings: (RevealCode | undefined)[] = Array.from({ length: 128 })
const means = (char: string, code: RevealCode): void => void (meanings[char.charCodeAt(0)] = code)
means(MISSED, { kind: 'missed' })
means(ABSENT, { kind: 'absent' })
for (const [i, { abbr }] of TEAMS.entries()) {
  means(MEMBER.charAt(i), { kind: 'pick', team: abbr, is_override: false })
  means(OVERRIDE.charAt(i), { kind: 'pick', team: abbr, is_override: true })
}

/** The text for a roster. Throws a RangeError for a team that is none. */
export function encodeReveal(rows: readonly RevealCode[]): string {
  let text = ''
  for (const row of rows) text += charOf(row)
  return text
}

function charOf(row: RevealCode): string {
  if (row.kind === 'missed') return MISSED
  if (row.kind === 'absent') return ABSENT
  const char = (row.is_override ? codeOfOverride : codeOfMember).get(row.team)
  if (char === undefined) throw new RangeError(`not a team: ${row.team}`)
  return char
}

/** What the text says, row by row; `undefined` when it holds a character that means nothing. */
export function decodeReveal(text: string): readonly RevealCode[] | undefined {
  const rows: RevealCode[] = []
  for (let i = 0; i < text.length; i += 1) {
    const row = meanings[text.charCodeAt(i)]
    if (row === undefined) return undefined
    rows.push(row)
  }
  return rows
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const COMMA = 0x2c

/**
 * Checksum of a roster: 32-bit FNV-1a over its ids in order, as hex. It tells a client whether a reveal was made for
 * the rows it holds; it protects nothing else.
 */
export function rosterChecksum(rows: readonly { readonly id: number }[]): string {
  let hash = FNV_OFFSET
  for (const { id } of rows) {
    const text = String(id)
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
    hash = Math.imul(hash ^ COMMA, FNV_PRIME)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
