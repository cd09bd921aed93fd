import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './load-chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('loadChunk', () => {
  it('returns the module', async () => {
    expect(await loadChunk(() => Promise.resolve({ name: 'module' }))).toEqual({ name: 'module' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects with a ChunkLoadError that names the cause when the import fails', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module')
    await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkLoadError', cause })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects an import that does not answer within 60 seconds', async () => {
    let error: unknown
    loadChunk(() => new Promise(() => {})).catch((reason: unknown) => void (error = reason))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(error).toBeInstanceOf(ChunkLoadError)
  })
})
