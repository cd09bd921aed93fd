import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { RevealFilter } from './picks.ts'
import { NO_FILTER, parseRevealParams, withRevealParams } from './reveal-params.ts'

/** The address follows after this pause, because browsers limit how often it may change. */
const PAUSE_MS = 300

/** Keeps the filter of the picks; on a page of its own also in the address, so that a reload and a shared link show the same. */
export function useRevealFilter(isInAddress: boolean) {
  const [params, setParams] = useSearchParams()
  const [filter, setFilter] = useState<RevealFilter>(() => (isInAddress ? parseRevealParams(params) : NO_FILTER))
  useEffect(() => {
    if (!isInAddress) return undefined
    const next = withRevealParams(params, filter)
    if (next.toString() === params.toString()) return undefined
    const timer = setTimeout(() => setParams(next, { replace: true }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isInAddress, filter, params, setParams])
  const change = useCallback((patch: Partial<RevealFilter>) => setFilter((before) => ({ ...before, ...patch })), [])
  return { filter, setFilter, change }
}
