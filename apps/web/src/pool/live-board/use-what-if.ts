import type { GameInfo } from '@outlast/contract/live'
import type { AssumedEnd } from '@outlast/views'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type Assumed, formatAssumed, parseAssumed, toggleAssumed } from './what-if.ts'

/** The query parameter of the assumed results. */
const PARAMETER = 'if'

export interface WhatIf {
  /** Whether results can be tapped; the address has the parameter then, perhaps empty. */
  readonly isOn: boolean
  readonly assumed: Assumed
  /** What the address holds, to share it. */
  readonly text: string
  readonly start: () => void
  readonly stop: () => void
  readonly toggle: (gameId: number, end: AssumedEnd) => void
}

/** Keeps assumed results in the address, so that a reload and a shared link show the same. */
export function useWhatIf(games: readonly GameInfo[]): WhatIf {
  const [params, setParams] = useSearchParams()
  const raw = params.get(PARAMETER)
  const assumed = useMemo(() => parseAssumed(raw ?? '', games), [raw, games])
  const set = useCallback(
    (value: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === null) after.delete(PARAMETER)
          else after.set(PARAMETER, value)
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  return {
    isOn: raw !== null,
    assumed,
    text: formatAssumed(assumed, games),
    start: useCallback(() => set(''), [set]),
    stop: useCallback(() => set(null), [set]),
    toggle: useCallback((gameId, end) => set(formatAssumed(toggleAssumed(assumed, gameId, end), games)), [set, assumed, games]),
  }
}
