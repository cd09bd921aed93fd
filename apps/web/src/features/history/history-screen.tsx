import { useCallback } from 'react'
import { Champion } from '../../pool/champion/champion.tsx'
import { PotLine } from '../../pool/pot-line.tsx'
import { WeeklyPrizes } from '../../pool/weekly-prizes.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AliveNow, SeasonExplained } from './alive-now.tsx'
import styles from './history.module.css'
import { SeasonControls } from './season-controls.tsx'
import { SeasonGate } from './season-gate.tsx'
import { SeasonTabs } from './season-tabs.tsx'
import { Survival } from './survival.tsx'
import { NoChampion } from './no-champion.tsx'
import { storeSeason, useHistoryParams } from './use-history-params.ts'
import { WeeksInWords } from './weeks-in-words.tsx'
import { useSeason } from './use-season.ts'

/** Every season of the pool, week by week. Public. */
export function HistoryScreen() {
  const { params, change, setSearch, rememberedSeason } = useHistoryParams()
  const seasons = useSeason(params.season, rememberedSeason)
  const { defaultYear, years } = seasons
  const showSeason = useCallback(
    (next: number) => {
      // A season that the pool does not have is shown as missing, but not remembered.
      if (years.includes(next)) storeSeason(next, defaultYear)
      change({ season: next })
    },
    [defaultYear, years, change],
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title="History"
        actions={
          <ButtonLink to="/hall-of-fame" size="small">
            Hall of fame
          </ButtonLink>
        }
      />
      <SeasonControls seasons={seasons} onSeason={showSeason} searchLabel="Search" search={params.search} onSearch={setSearch} />
      <SeasonGate seasons={seasons} onSeason={showSeason}>
        {(view, year) => (
          <>
            <Champion season={view} />
            <NoChampion season={view} />
            <AliveNow season={view} />
            <SeasonTabs key={year} view={view} year={year} params={params} onChange={change} onSearch={setSearch} />
            <PotLine season={year} />
            <SeasonExplained season={view} />
            <WeeklyPrizes season={year} />
            <WeeksInWords view={view} />
            <Survival view={view} />
          </>
        )}
      </SeasonGate>
    </div>
  )
}
