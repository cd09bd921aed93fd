const KEY = 'token'

/** The token while the browser blocks storage. It lasts until the page closes. */
let tokenInMemory: string | null = null

/** Returns the bearer token of the signed-in user; null for a visitor. */
export function getToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return tokenInMemory
  }
}

/** The user's id in a token; undefined if it has none. The server checks the token, so nothing depends on it. */
export function userIdIn(token: string): number | undefined {
  try {
    const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { readonly sub?: unknown }
    return typeof sub === 'string' ? Number(sub) : undefined
  } catch {
    return undefined
  }
}

/** Stores the bearer token, or removes it. */
export function saveToken(token: string | null): void {
  tokenInMemory = token
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    // The browser blocks storage: the copy in memory is used.
  }
}

/** Calls `listener` when another tab signs in or out. */
export function onTokenChange(listener: () => void): () => void {
  const handleStorage = (event: StorageEvent): void => {
    // The key is null when the whole storage was cleared.
    if (event.key === KEY || event.key === null) listener()
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
