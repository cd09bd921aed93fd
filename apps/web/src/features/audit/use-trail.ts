import type { AuditLine } from '@outlast/contract'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { type AuditFilters, queryOf } from './filters.ts'

const PAGE = 100

/** The trail as far as it was read, newest first. */
export interface Trail {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly lines: readonly AuditLine[]
  /** Where to read on; null when the beginning was reached. */
  readonly next: number | null
  readonly error: string | null
}

const EMPTY: Trail = { status: 'loading', lines: [], next: null, error: null }

interface Reading extends Trail {
  readonly more: () => void
  readonly retry: () => void
  /** Reads what happened since, and puts it on top. */
  readonly fresh: () => Promise<void>
}

/** Reads the audit trail a page at a time, from the newest line. */
export function useTrail(filters: AuditFilters): Reading {
  const key = JSON.stringify(queryOf(filters))
  const [trail, set] = useReducer((held: Trail, change: Partial<Trail>): Trail => ({ ...held, ...change }), EMPTY)
  /** Counts changes of the filters, so that a late answer to an earlier one is dropped. */
  const turn = useRef(0)
  const busy = useRef(false)

  const read = useCallback(
    async (before: number | undefined, held: readonly AuditLine[]) => {
      if (busy.current) return
      busy.current = true
      const mine = turn.current
      set({ status: 'loading', error: null })
      try {
        const query = { ...(JSON.parse(key) as object), limit: PAGE, ...(before === undefined ? {} : { before }) }
        const { lines, next } = await api.call('listAudit', { query })
        if (mine === turn.current) set({ status: 'ready', lines: [...held, ...lines], next })
      } catch (error) {
        if (mine === turn.current) set({ status: 'failed', error: errorMessage(error, 'Failed to load the audit trail') })
      } finally {
        if (mine === turn.current) busy.current = false
      }
    },
    [key],
  )

  useEffect(() => {
    turn.current += 1
    busy.current = false
    set(EMPTY)
    void read(undefined, [])
  }, [read])

  const fresh = async (): Promise<void> => {
    const newest = trail.lines[0]?.position
    if (newest === undefined) return read(undefined, [])
    const mine = turn.current
    const query = { ...(JSON.parse(key) as object), after: newest, limit: PAGE }
    const page = await api.call('listAudit', { query }).catch(() => undefined)
    if (page === undefined || mine !== turn.current || page.lines.length === 0) return undefined
    // More than a page happened meanwhile: the trail begins anew.
    if (page.next !== null) return read(undefined, [])
    return set({ lines: [...page.lines.toReversed(), ...trail.lines] })
  }
  return {
    ...trail,
    more: () => void (trail.next !== null && trail.status !== 'loading' && read(trail.next, trail.lines)),
    retry: () => void read(trail.next ?? undefined, trail.lines),
    fresh,
  }
}
