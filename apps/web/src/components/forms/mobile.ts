/** Most digits of a mobile number (pool.md §9); a leading plus comes on top. */
const MAX_DIGITS = 15

/** A text being typed, and where the caret is in it. */
interface Typed {
  readonly value: string
  readonly caret: number
}

/**
 * A mobile number as it may be kept, from what was typed: digits with an optional leading plus (pool.md §5). The caret stays after
 * the character that it was after.
 */
export function typedMobile(value: string, caret = value.length): Typed {
  const kept = keep(value)
  return { value: kept, caret: Math.min(keep(value.slice(0, caret)).length, kept.length) }
}

function keep(text: string): string {
  const plus = /^\D*?\+/.test(text) ? '+' : ''
  return plus + text.replace(/\D/g, '').slice(0, MAX_DIGITS)
}
