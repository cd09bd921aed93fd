import type { ComponentType } from 'react'

const LOAD_TIMEOUT_MS = 120_000

/** The code of a screen could not be fetched: the connection is lost, or a new version replaced the file. */
export class ChunkLoadError extends Error {
  constructor(cause?: unknown) {
    super('This page could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/**
 * Returns a loader for a route's `lazy`, which fetches the code of a screen on the first visit.
 * @param load imports the screen's module
 * @param name the screen component's export
 * @throws ChunkLoadError when the import fails or takes longer than 120 s
 */
export function lazyScreen<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  return async (): Promise<{ Component: ComponentType }> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkLoadError()), LOAD_TIMEOUT_MS)
    })
    const loaded = load().catch((cause: unknown) => {
      throw new ChunkLoadError(cause)
    })
    const module = await Promise.race([loaded, timeout]).finally(() => clearTimeout(timer))
    return { Component: module[name] }
  }
}
