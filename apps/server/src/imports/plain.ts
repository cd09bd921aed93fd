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
    const distance = distanceOf(text, candidate)
    if (distance === least && best !== undefined && meaningOf(best) !== meaningOf(candidate)) best = undefined
    if (distance >= least) continue
    least = distance
    best = candidate
  }
  return best
}

/** Returns how many letters must be changed, added, removed or swapped with their neighbor. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const options = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)]
      if (isSwapped) options.push((before[j - 2] ?? 0) + 1)
      row.push(Math.min(...options))
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
