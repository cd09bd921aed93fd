/** Writes a text as it is compared: without case, accents and punctuation. `L.A. Rams` and `la rams`, `José` and `jose` are the same. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/(?<=[\p{L}\p{N}])[.'’´`](?=\p{L}|$|\s)/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * Returns the candidate that is nearest to a text with typing errors; undefined if none is near, or several that mean different things are
 * equally near.
 */
export function nearest(
  text: string,
  candidates: Iterable<string>,
  meaningOf: (candidate: string) => unknown = (candidate) => candidate,
): string | undefined {
  const limit = text.length < 5 ? 1 : 2
  let best: string | undefined
  let least = limit + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) > limit) continue
    const distance = distanceOf(text, candidate, limit)
    if (distance === least && best !== undefined && meaningOf(best) !== meaningOf(candidate)) best = undefined
    if (distance >= least) continue
    least = distance
    best = candidate
  }
  return best
}

/** Returns how many letters must be changed, added, removed or swapped with their neighbor; Infinity if they are more than the limit. */
function distanceOf(a: string, b: string, limit: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let least = i
    // A path through a cell further from the diagonal has more steps than the limit.
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const replaced = (last[j - 1] ?? Infinity) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (before[j - 2] ?? Infinity) + 1 : Infinity
      row[j] = Math.min((last[j] ?? Infinity) + 1, (row[j - 1] ?? Infinity) + 1, replaced, swapped)
      least = Math.min(least, row[j] ?? Infinity)
    }
    if (least > limit) return Infinity
    before = last
    last = row
  }
  return last[b.length] ?? Infinity
}
