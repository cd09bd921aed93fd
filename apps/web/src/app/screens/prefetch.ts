/** Prefetching starts this late, so that it does not compete with what the first screen loads. */
const DELAY_MS = 6_000

const LIKELY_NEXT: readonly (() => Promise<unknown>)[] = [
  () => import('../../pool/live-board/live-board.tsx'),
  () => import('../../features/reveal/reveal-screen.tsx'),
  () => import('../../features/history/history-screen.tsx'),
  () => import('../../features/account/account-screen.tsx'),
  () => import('../shell/bar-menu-content.tsx'),
]

let isScheduled = false

/**
 * Fetches the code of what a member is likely to see next: the board that opens at the lock, which all who watch would fetch in the same
 * second, and screens. They then open at once, and even without a connection. Does nothing when the browser asks to save data.
 */
export function prefetchScreens(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  if (isScheduled || connection?.saveData === true) return
  isScheduled = true
  setTimeout(() => {
    for (const load of LIKELY_NEXT) load().catch(() => {})
  }, DELAY_MS)
}
