import type { AuditLine } from '@outlast/contract'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { type AuditFilters, toQuery } from './filters.ts'

const PAGE_SIZE = 100

/** The events loaded so far, newest first. */
interface Trail {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly lines: readonly AuditLine[]
  /** The cursor of the next page; null at the end of the list. */
  readonly next: number | null
  readonly error: string | null
}

const EMPTY: Trail = { status: 'loading', lines: [], next: null, error: null }

/** The loaded events with the functions that load more. */
export interface TrailReader extends Trail {
  readonly loadMore: () => void
  readonly retry: () => void
  /** Loads the events since the newest one and puts them on top. */
  readonly loadNewer: () => Promise<void>
}

/** Loads the audit trail page by page, newest event first. */
export function useTrail(filters: AuditFilters): TrailReader {
  const key = JSON.stringify(toQuery(filters))
  const [trail, set] = useReducer((before: Trail, change: Partial<Trail>): Trail => ({ ...before, ...change }), EMPTY)
  /** Counts filter changes, so that a late response for earlier filters is ignored. */
  const generation = useRef(0)
  const isLoading = useRef(false)

  const load = useCallback(
    async (before: number | undefined, loaded: readonly AuditLine[]) => {
      if (isLoading.current) return
      isLoading.current = true
      const started = generation.current
      set({ status: 'loading', error: null })
      try {
        const query = { ...(JSON.parse(key) as object), limit: PAGE_SIZE, ...(before === undefined ? {} : { before }) }
        const { lines, next } = await api.call('listAudit', { query })
        if (started === generation.current) set({ status: 'ready', lines: [...loaded, ...lines], next })
      } catch (error) {
        if (started === generation.current)
          set({ status: 'failed', error: errorMessage(error, 'Failed to load the audit trail') })
      } finally {
        if (started === generation.current) isLoading.current = false
      }
    },
    [key],
  )

  useEffect(() => {
    generation.current += 1
    isLoading.current = false
    set(EMPTY)
    void load(undefined, [])
  }, [load])

  const loadNewer = async (): Promise<void> => {
    const newest = trail.lines[0]?.position
    if (newest === undefined) return load(undefined, [])
    const started = generation.current
    const query = { ...(JSON.parse(key) as object), after: newest, limit: PAGE_SIZE }
    const page = await api.call('listAudit', { query }).catch(() => undefined)
    if (page === undefined || started !== generation.current || page.lines.length === 0) return undefined
    // More than one page of new events: start the list again.
    if (page.next !== null) return load(undefined, [])
    return set({ lines: [...page.lines.toReversed(), ...trail.lines] })
  }
  return {
    ...trail,
    loadMore: () => void (trail.next !== null && trail.status !== 'loading' && load(trail.next, trail.lines)),
    retry: () => void load(trail.next ?? undefined, trail.lines),
    loadNewer,
  }
}
