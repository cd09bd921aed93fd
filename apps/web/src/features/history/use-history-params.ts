import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { setStored, getStored } from '../../lib/local-storage.ts'
import { type HistoryParams, parseSeason, parseParams, formatParams } from './history-params.ts'

const SEASON_KEY = 'history-season'
/** The URL follows typing after this pause, because browsers limit how often it may change. */
const TYPING_PAUSE_MS = 300

/** The view parameters in the URL with the functions that change them. */
export interface HistoryUrlState {
  readonly params: HistoryParams
  /** Changes the view. A new sort replaces the history entry; anything else adds one. */
  readonly change: (patch: Partial<Omit<HistoryParams, 'search'>>) => void
  readonly setSearch: (search: string) => void
  /** The season that this device showed last, for a URL without a season. The pool may have lost it since. */
  readonly rememberedSeason: number | null
}

/** Stores the season that was shown last on this device, unless it is the default. */
export function storeSeason(year: number, defaultYear: number | null): void {
  setStored(SEASON_KEY, year === defaultYear ? null : String(year))
}

/** Keeps the view parameters of the history page in the URL. */
export function useHistoryParams(): HistoryUrlState {
  const [query, setQuery] = useSearchParams()
  const urlParams = useMemo(() => parseParams(query), [query])
  const [search, setSearch] = useState(urlParams.search)
  const lastWritten = useRef(urlParams.search)
  const pendingUrl = useRef<string>(undefined)

  const write = useCallback(
    (next: HistoryParams, replace: boolean) => {
      const url = formatParams(next)
      // A tab reports its selection on focus and again on click, which must add only one history entry.
      if (pendingUrl.current === url.toString()) return
      pendingUrl.current = url.toString()
      lastWritten.current = next.search.trim()
      setQuery(url, { replace })
    },
    [setQuery],
  )
  useEffect(() => {
    pendingUrl.current = undefined
  }, [query])
  useEffect(() => {
    // The URL changed by navigation, not by typing.
    if (urlParams.search === lastWritten.current) return
    lastWritten.current = urlParams.search
    setSearch(urlParams.search)
  }, [urlParams.search])
  useEffect(() => {
    if (search.trim() === lastWritten.current) return undefined
    const update = (): void => {
      // A new sort or tab may have written the search already; the other parameters here may be stale.
      if (search.trim() !== lastWritten.current) write({ ...urlParams, search }, true)
    }
    const timer = setTimeout(update, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, urlParams, write])

  const params = useMemo(() => ({ ...urlParams, search }), [urlParams, search])
  const change = useCallback(
    (patch: Partial<HistoryParams>) => write({ ...params, ...patch }, patch.sort !== undefined && patch.tab === undefined),
    [params, write],
  )
  const rememberedSeason = parseSeason(getStored(SEASON_KEY))
  return { params, change, setSearch, rememberedSeason }
}
