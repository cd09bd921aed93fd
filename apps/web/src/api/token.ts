/** Where the bearer token is kept (pool.md §6). */
const KEY = 'token'

/** Used where the browser keeps nothing for us (blocked storage): good until the page is left. */
let unkept: string | null = null

/** The token of who is signed in on this device; null for a visitor. */
export function getToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return unkept
  }
}

export function saveToken(token: string | null): void {
  unkept = token
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    // Storage is blocked: the value kept above has to do.
  }
}

/** Tells when another tab signed in or out. */
export function onTokenChange(listener: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === KEY || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
