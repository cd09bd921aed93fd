import { whenIdle } from '../lib/when-idle.ts'

export const SERVICE_WORKER = '/service-worker.js'

/** How long after the start the files are kept, in milliseconds: the screens that are likely next have loaded by then. */
const DELAY_MS = 8_000

/** Lets the service worker keep the files of the app that this page has loaded, so that it opens without a connection. */
export function keepAppForOffline(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  setTimeout(() => whenIdle(() => void keepFiles()), DELAY_MS)
}

/** A failure changes nothing: the next visit tries again. */
async function keepFiles(): Promise<void> {
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER)
    const { active } = await navigator.serviceWorker.ready
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    active?.postMessage({ files: [...new Set(paths.filter((path) => path.startsWith('/assets/')))] })
  } catch {
    // The browser blocks service workers, for example in a private window.
  }
}
