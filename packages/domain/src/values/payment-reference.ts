import { type EntryId, entryId } from './ids.ts'

/** Without the characters that people confuse: 0 and O, 1, I and L, U and V. A prime number of characters. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const PREFIX = 'OL'
const MIN_DIGITS = 4

/**
 * Returns the reference of an entry for payments: the prefix, the id, and a check character that detects every wrong character and
 * every swap of two neighbors.
 */
export function entryReference(id: EntryId): string {
  let digits = ''
  for (let rest: number = id; rest > 0; rest = Math.floor(rest / ALPHABET.length))
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`
  const padded = digits.padStart(MIN_DIGITS, ALPHABET[0])
  return `${PREFIX}${padded}${checkCharacter(padded)}`
}

/** Returns the ids that a text may refer to. Banks change letters to capitals or not, and insert spaces. */
export function referencedEntries(text: string): readonly EntryId[] {
  const found = new Set<EntryId>()
  const pattern = new RegExp(`(?<![A-Z0-9])[O0][ -]?L((?:[ -]?[${ALPHABET}]){${MIN_DIGITS + 1},9})(?![A-Z0-9])`, 'g')
  for (const [, spaced = ''] of text.toUpperCase().matchAll(pattern)) {
    const id = firstValid(spaced.split(/[ -]/))
    if (id !== undefined) found.add(entryId(id))
  }
  return [...found]
}

/** Returns the id of the shortest run of parts with a right check character: the parts after it are other words of the text. */
function firstValid(parts: readonly string[]): number | undefined {
  for (let end = 1; end <= parts.length; end += 1) {
    const characters = parts.slice(0, end).join('')
    const digits = characters.slice(0, -1)
    if (digits.length < MIN_DIGITS || checkCharacter(digits) !== characters.at(-1)) continue
    const id = Array.from(digits).reduce((sum, digit) => sum * ALPHABET.length + ALPHABET.indexOf(digit), 0)
    if (id > 0) return id
  }
  return undefined
}

function checkCharacter(digits: string): string {
  const sum = Array.from(digits).reduceRight(
    (total, digit, place) => total + (digits.length - place + 1) * ALPHABET.indexOf(digit),
    0,
  )
  return ALPHABET[sum % ALPHABET.length] ?? ''
}
