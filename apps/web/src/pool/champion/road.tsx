import type { ChampionRoad } from '@outlast/views'
import { AutoLegend, NoPick, TeamChip } from '../team-chip.tsx'
import styles from './road.module.css'

interface RoadProps {
  readonly picks: ChampionRoad['picks']
  /** The name of the list for screen readers. */
  readonly label: string
}

/** A champion's picks, week by week. */
export function Road({ picks, label }: RoadProps) {
  return (
    <>
      <ol className={styles.road} aria-label={label}>
        {picks.map(({ week_number, team_abbr, result, is_auto }) => (
          <li key={week_number} className={styles.week}>
            <span className={styles.number}>Week {week_number}</span>
            {team_abbr === null ? <NoPick /> : <TeamChip abbr={team_abbr} result={result} size="m" isAuto={is_auto} />}
          </li>
        ))}
      </ol>
      {picks.some(({ is_auto }) => is_auto) && (
        <p className={styles.legend}>
          <AutoLegend />
        </p>
      )}
    </>
  )
}
