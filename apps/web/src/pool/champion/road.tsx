import { weekLabel } from '@outlast/domain/rules'
import type { ChampionRoad } from '@outlast/views'
import { AutoLegend, NoPick, TeamChip } from '../team-chip.tsx'
import styles from './road.module.css'

interface RoadProps {
  readonly picks: ChampionRoad['picks']
  /** The name of the list for screen readers. */
  readonly label: string
}

/** A champion's picks, week by week; in a week that takes several, one below the other. */
export function Road({ picks, label }: RoadProps) {
  return (
    <>
      <ol className={styles.road} aria-label={label}>
        {picks.map(({ week_number, team_abbr, result, is_auto, more = [] }) => (
          <li key={week_number} className={styles.week}>
            <span className="caption">Week {weekLabel(week_number)}</span>
            {team_abbr === null ? <NoPick /> : <TeamChip abbr={team_abbr} result={result} size="m" isAuto={is_auto} />}
            {more.map((other) => (
              <TeamChip key={other.team_abbr} abbr={other.team_abbr} result={other.result} size="m" isAuto={other.is_auto} />
            ))}
          </li>
        ))}
      </ol>
      {picks.some(({ is_auto, more = [] }) => is_auto || more.some((other) => other.is_auto)) && (
        <p className="caption">
          <AutoLegend />
        </p>
      )}
    </>
  )
}
