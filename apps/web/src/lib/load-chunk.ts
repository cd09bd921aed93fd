/** How long the browser may take to fetch a part of the app, in milliseconds. */
const CHUNK_TIMEOUT_MS = 60_000

/** The code of a part of the app could not be fetched: the connection is lost, or the server no longer has the file. */
export class ChunkLoadError extends Error {
  constructor(cause?: unknown) {
    super('This part of the app could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/**
 * Imports a part of the app. Every dynamic import goes through here.
 * @param load calls `import()`
 * @throws ChunkLoadError when the import fails or takes longer than `ms`
 */
export async function loadChunk<T>(load: () => Promise<T>, ms = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError()), ms)
  })
  const loaded = load().catch((cause: unknown) => {
    throw new ChunkLoadError(cause)
  })
  return Promise.race([loaded, timeout]).finally(() => clearTimeout(timer))
}
