/** Long after whatever the first screen needs. */
const AFTER_MS = 6_000

/** What a member is likely to open next. */
const NEXT: readonly (() => Promise<unknown>)[] = [
  () => import('../../features/reveal/reveal-screen.tsx'),
  () => import('../../features/history/history-screen.tsx'),
  () => import('../../features/account/account-screen.tsx'),
]

let planned = false

/**
 * Fetches, while nothing else is to be done, the screens that a member is likely to open next: they then open at once, and also when
 * the connection drops. Not for whoever asks to save data.
 */
export function prefetchScreens(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  if (planned || connection?.saveData === true) return
  planned = true
  setTimeout(() => {
    for (const load of NEXT) load().catch(() => {})
  }, AFTER_MS)
}
