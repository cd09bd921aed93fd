import type { HistoryWeek } from '@outlast/contract'
import type { WeekInfo } from '@outlast/contract/live'
import { useEffect, useState } from 'react'
import { api, errorMessage } from '../../api/client.ts'

interface History {
  /** Picks of each week, by its id. Empty until they are known. */
  readonly counts: ReadonlyMap<number, number>
  readonly error: string | null
  /** It is being tried again. */
  readonly pending: boolean
  readonly retry: () => void
}

const NO_COUNTS: ReadonlyMap<number, number> = new Map()

/** How many picks each past week has. Asked again whenever the pool's weeks are other ones than before. */
export function useHistory(weeks: readonly WeekInfo[]): History {
  const [counts, setCounts] = useState(NO_COUNTS)
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let current = true
    const ask = async (): Promise<void> => {
      const answer = await load()
      if (!current) return
      setPending(false)
      setError(answer.error)
      if (answer.error === null) setCounts(answer.counts)
    }
    void ask()
    return () => {
      current = false
    }
  }, [weeks, tries])
  const retry = (): void => {
    setPending(true)
    setTries((before) => before + 1)
  }
  return { counts, error, pending, retry }
}

async function load(): Promise<{ readonly counts: ReadonlyMap<number, number>; readonly error: string | null }> {
  try {
    const list: readonly HistoryWeek[] = await api.call('listHistory')
    return { counts: new Map(list.map((week) => [week.id, week.pick_count])), error: null }
  } catch (failure) {
    return { counts: NO_COUNTS, error: errorMessage(failure, 'Failed to load history') }
  }
}
