import type { PickResult } from '@outlast/domain/rules'

/** Lists words: "A", "A and B", "A, B and C". Empty without words. */
export function listText(words: readonly (string | number)[], conjunction = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
}

/** Counts things: "1 game", "2 games". */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ORDINALS: Readonly<Record<number, string>> = { 2: 'second', 3: 'third' }

/** Returns the ordinal of a number from 2 to 20: "second", "third", "4th". */
export const ordinal = (n: number): string => ORDINALS[n] ?? `${n}th`

/** Returns the word for the result of a pick; null without a pick. */
export function resultLabel(result: PickResult | null): string {
  return result === null ? 'no pick' : { win: 'win', loss: 'loss', tie: 'tie', tbd: 'TBD' }[result]
}
