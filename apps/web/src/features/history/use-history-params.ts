import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { setStored, getStored } from '../../lib/local-storage.ts'
import { type HistoryParams, parseSeason, readParams, writeParams } from './history-params.ts'

const SEASON_KEY = 'history-season'
/** The address follows typing after this pause: browsers bear only so many changes of it. */
const PAUSE_MS = 300

/** What the page's address says, and how to change it. */
export interface HistoryAddress {
  readonly params: HistoryParams
  /** Changes the view; `search` and `sort` replace the address, the rest can be gone back from. */
  readonly change: (patch: Partial<Omit<HistoryParams, 'search'>>) => void
  readonly setSearch: (search: string) => void
}

/** The season that was looked at last on this device, unless it was the usual one. */
export function rememberSeason(year: number, usual: number | null): void {
  setStored(SEASON_KEY, year === usual ? null : String(year))
}

/** The history's view, kept in the page's address. */
export function useHistoryParams(): HistoryAddress {
  const [query, setQuery] = useSearchParams()
  const inAddress = useMemo(() => withSeason(readParams(query)), [query])
  const [search, setSearch] = useState(inAddress.search)
  const lastWritten = useRef(inAddress.search)
  const onItsWay = useRef<string>(undefined)

  const write = useCallback(
    (next: HistoryParams, replace: boolean) => {
      const address = writeParams(next)
      // A tab says that it was chosen when it gets the focus and again when it is clicked: that is one step to go back from.
      if (onItsWay.current === address.toString()) return
      onItsWay.current = address.toString()
      lastWritten.current = next.search.trim()
      setQuery(address, { replace, preventScrollReset: true })
    },
    [setQuery],
  )
  useEffect(() => {
    onItsWay.current = undefined
  }, [query])
  useEffect(() => {
    // Going back or forward, or a link to another view: not what typing wrote.
    if (inAddress.search === lastWritten.current) return
    lastWritten.current = inAddress.search
    setSearch(inAddress.search)
  }, [inAddress.search])
  useEffect(() => {
    if (search.trim() === lastWritten.current) return undefined
    const follow = (): void => {
      // A sort or a tab chosen meanwhile has taken the search along: what is known here of the rest may be old.
      if (search.trim() !== lastWritten.current) write({ ...inAddress, search }, true)
    }
    const timer = setTimeout(follow, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, inAddress, write])

  const params = useMemo(() => ({ ...inAddress, search }), [inAddress, search])
  const change = useCallback(
    (patch: Partial<HistoryParams>) => write({ ...params, ...patch }, patch.sort !== undefined && patch.tab === undefined),
    [params, write],
  )
  return { params, change, setSearch }
}

const withSeason = (params: HistoryParams): HistoryParams =>
  params.season === null ? { ...params, season: parseSeason(getStored(SEASON_KEY)) } : params
