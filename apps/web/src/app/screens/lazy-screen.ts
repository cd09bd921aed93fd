import type { ComponentType } from 'react'

/** Source: pool.md §8. */
const CHUNK_TIMEOUT_MS = 120_000

/** A part of the app that could not be fetched: the connection is gone, or there is a new version of it. */
export class ChunkLoadError extends Error {
  constructor(cause?: unknown) {
    super('This page could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/**
 * A route's screen that comes when it is visited, for react-router's `lazy`.
 * @param load imports the module that has it
 * @throws ChunkLoadError when it did not come within 120 s, or at all
 */
export function screen<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  return async (): Promise<{ Component: ComponentType }> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkLoadError()), CHUNK_TIMEOUT_MS)
    })
    const loaded = load().catch((cause: unknown) => {
      throw new ChunkLoadError(cause)
    })
    const module = await Promise.race([loaded, timeout]).finally(() => clearTimeout(timer))
    return { Component: module[name] }
  }
}
