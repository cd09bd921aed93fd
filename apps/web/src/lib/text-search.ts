/** Removes case, accents and repeated spaces. */
const normalize = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns a function that tests whether every word of the query occurs in the given texts, in any order. */
export function textMatcher(query: string): (texts: readonly (string | null)[]) => boolean {
  const words = normalize(query)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return () => true
  return (texts) => {
    const content = normalize(texts.filter((text) => text !== null).join(' '))
    return words.every((word) => content.includes(word))
  }
}
