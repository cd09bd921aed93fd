/** Lists words: "A", "A and B", "A, B and C". Empty without words. */
export function listText(words: readonly (string | number)[], conjunction = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
}
