import { useCallback, useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { DEFAULT_SORT, formatParams, type HistoryParams } from './history-params.ts'
import styles from './history.module.css'
import { SeasonControls } from './season-controls.tsx'
import { SeasonGate } from './season-gate.tsx'
import { SeasonTabs } from './season-tabs.tsx'
import { useSeason } from './use-season.ts'

interface TheGridProps {
  /** The grid is always a section of another page. */
  readonly embedded: true
}

const INITIAL: HistoryParams = { tab: 'matrix', season: null, search: '', sort: DEFAULT_SORT.matrix }

/** The history as a section of the dashboard. It starts with the matrix of the current season on every visit. */
export function TheGrid(_props: TheGridProps) {
  const [params, setParams] = useState(INITIAL)
  const change = useCallback((patch: Partial<HistoryParams>) => setParams((before) => ({ ...before, ...patch })), [])
  const setSearch = useCallback((search: string) => change({ search }), [change])
  const showSeason = useCallback((season: number) => change({ season }), [change])
  const seasons = useSeason(params.season)
  const link = `/history?${formatParams({ ...params, season: seasons.year }).toString()}`
  return (
    <Section
      title="The Grid"
      actions={
        <ButtonLink to={link} size="small">
          Open History
        </ButtonLink>
      }
    >
      <div className={styles.page}>
        <SeasonControls
          seasons={seasons}
          onSeason={showSeason}
          searchLabel="Search The Grid"
          search={params.search}
          onSearch={setSearch}
        />
        <SeasonGate seasons={seasons} onSeason={showSeason}>
          {(view, year) => (
            <SeasonTabs key={year} view={view} year={year} params={params} onChange={change} onSearch={setSearch} />
          )}
        </SeasonGate>
      </div>
    </Section>
  )
}
