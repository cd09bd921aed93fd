/** Text to search in: without case, accents and runs of spaces. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** A test for what somebody searches: each word must occur somewhere in the texts, in any order. */
export function textMatcher(query: string): (texts: readonly (string | null)[]) => boolean {
  const words = plain(query)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return () => true
  return (texts) => {
    const all = plain(texts.filter((text) => text !== null).join(' '))
    return words.every((word) => all.includes(word))
  }
}
