/** Characters that the fonts of the cards lack. They have Latin with its extensions, and common punctuation. */
const ABSENT = /[^\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2122\u2212]/gu

/** Returns a name without the characters that a card cannot draw, such as emoji; `otherwise` if nothing is left. */
export function printable(name: string, otherwise: string): string {
  const trimmed = name.normalize('NFC').replaceAll(ABSENT, '').replaceAll(/\s+/g, ' ').trim()
  return /[\p{Letter}\p{Number}]/u.test(trimmed) ? trimmed : otherwise
}
