import type { ChampionRoad } from '@outlast/views'
import { resultSymbol } from '../../pool/pool-text.ts'
import styles from './road.module.css'
import { teamStyle } from './team-style.ts'
import tv from './tv.module.css'

interface RoadProps {
  readonly picks: ChampionRoad['picks']
  /** The name of the list for screen readers. */
  readonly label: string
  /** How many picks fit. Only the last ones are shown; all by default. */
  readonly most?: number | undefined
}

/** An entry's picks, week by week. */
export function Road({ picks, label, most = Infinity }: RoadProps) {
  if (picks.length === 0) return null
  const teams = picks.flatMap((pick) => [
    pick,
    ...(pick.more ?? []).map((other) => ({ ...other, week_number: pick.week_number })),
  ])
  return (
    <ol className={`wrap ${styles.road}`} aria-label={label}>
      {teams.slice(-most).map(({ week_number: week, team_abbr: team, result }) => (
        <li key={`${week} ${team}`}>
          <TvTeam team={team} hasLost={result === 'loss'} />
        </li>
      ))}
    </ol>
  )
}

interface TvTeamProps {
  readonly team: string | null
  readonly hasLost?: boolean
  readonly isCurrent?: boolean
}

/** A team in its colors. */
export function TvTeam({ team, hasLost = false, isCurrent = false }: TvTeamProps) {
  return (
    <span className={`${tv.team} ${styles.chip}`} style={teamStyle(team)} data-current={isCurrent || undefined}>
      {team ?? '–'} {hasLost ? resultSymbol('loss') : ''}
    </span>
  )
}
