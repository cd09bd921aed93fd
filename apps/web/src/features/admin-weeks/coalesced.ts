/**
 * Makes a function that runs `work`, and once more afterwards if it was called meanwhile: a hundred picks in the last minute are
 * not a hundred requests, and what was asked last is what is shown.
 */
export function coalesced(work: () => Promise<void>): () => void {
  let state: 'idle' | 'busy' | 'again' = 'idle'
  const go = async (): Promise<void> => {
    state = 'busy'
    await work()
    // Read anew: it may have become 'again' while the work was done.
    const next = state as 'busy' | 'again'
    state = 'idle'
    if (next === 'again') void go()
  }
  return () => {
    if (state === 'idle') void go()
    else state = 'again'
  }
}
