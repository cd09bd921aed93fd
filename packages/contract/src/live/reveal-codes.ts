import { TEAMS } from '@outlast/domain/rules'

/**
 * A reveal as text: one printable character per entry, in the order of the list, so that revealing a week to a client costs
 * about one byte per entry.
 */

/** What a reveal says about one entry. */
export type RevealCode =
  | { readonly kind: 'pick'; readonly team: string; readonly is_override: boolean; readonly is_auto: boolean }
  /** Alive when the week began, and without a pick. */
  | { readonly kind: 'missed' }
  /** Not in the week. Occurs only in a season's reveal, which covers every entry. */
  | { readonly kind: 'absent' }

/** One character per team, in the order of `TEAMS`: picked by the member. */
const MEMBER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
/** The same for a pick that an admin set. */
const OVERRIDE = 'abcdefghijklmnopqrstuvwxyz6789+='
/** The same for an automatic pick. */
const AUTO = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß'
const MISSED = '-'
const ABSENT = '.'

const memberChars = new Map(TEAMS.map(({ abbr }, i) => [abbr as string, MEMBER.charAt(i)]))
const overrideChars = new Map(TEAMS.map(({ abbr }, i) => [abbr as string, OVERRIDE.charAt(i)]))
const autoChars = new Map(TEAMS.map(({ abbr }, i) => [abbr as string, AUTO.charAt(i)]))

/** Indexed by character code rather than kept in a map, because a reveal has thousands of characters. */
const codes: (RevealCode | undefined)[] = Array.from({ length: 256 })
codes[MISSED.charCodeAt(0)] = { kind: 'missed' }
codes[ABSENT.charCodeAt(0)] = { kind: 'absent' }
for (const [i, { abbr }] of TEAMS.entries()) {
  codes[MEMBER.charCodeAt(i)] = { kind: 'pick', team: abbr, is_override: false, is_auto: false }
  codes[OVERRIDE.charCodeAt(i)] = { kind: 'pick', team: abbr, is_override: true, is_auto: false }
  codes[AUTO.charCodeAt(i)] = { kind: 'pick', team: abbr, is_override: false, is_auto: true }
}

/** Encodes the rows of a list. Throws a `RangeError` for an unknown team. */
export function encodeReveal(rows: readonly RevealCode[]): string {
  let text = ''
  for (const row of rows) text += charOf(row)
  return text
}

function charOf(row: RevealCode): string {
  if (row.kind === 'missed') return MISSED
  if (row.kind === 'absent') return ABSENT
  const char = (row.is_auto ? autoChars : row.is_override ? overrideChars : memberChars).get(row.team)
  if (char === undefined) throw new RangeError(`not a team: ${row.team}`)
  return char
}

/** Decodes a reveal row by row. Returns `undefined` when it contains an unknown character. */
export function decodeReveal(text: string): readonly RevealCode[] | undefined {
  const rows: RevealCode[] = []
  for (let i = 0; i < text.length; i += 1) {
    const row = codes[text.charCodeAt(i)]
    if (row === undefined) return undefined
    rows.push(row)
  }
  return rows
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const COMMA = 0x2c

/**
 * Returns the checksum of a list's ids in order: 32-bit FNV-1a, as hex. It lets a client detect that a reveal was made for
 * other rows than it has. It is not a security measure.
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
