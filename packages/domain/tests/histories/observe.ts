import { type Observer, playSeed } from './play.ts'

/**
 * Shows the commands of histories to observers, one for each seed, without comparing the pool with the oracle after every step.
 * @param hasSeenEnough ends it early
 */
export function observeHistories(
  count: number,
  observerOf: (seed: number) => Observer,
  hasSeenEnough: () => boolean = () => false,
): void {
  for (let seed = 1; seed <= count && !hasSeenEnough(); seed += 1) {
    const found = playSeed(seed, { observe: observerOf(seed), compares: false })
    if (found !== undefined) throw new Error(`seed ${seed}, step ${found.steps.length}`, { cause: found.error })
  }
}
