import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live'
import { isListed } from '@outlast/domain/rules'
import { type ReactNode, useMemo } from 'react'
import { easternDay } from '../../clock/format.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { kickoffOrScore } from '../../pool/pool-text.ts'
import { TeamChip } from '../../pool/team-chip.tsx'
import { formBefore, pregameOdds, recordOf } from '../../pool/team-form.ts'
import { teamName } from '../../pool/teams.ts'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import styles from './games-to-come.module.css'

interface GamesToComeProps {
  readonly view: WeekView
  readonly season: SeasonView | undefined
}

/** The games of a week before its lock: kickoffs, records and chances, and nothing of the picks. */
export function GamesToCome({ view, season }: GamesToComeProps): ReactNode {
  const showsOdds = useTopicView('pool', (pool) => pool.shows_odds) === true
  const form = useMemo(() => formBefore(season?.weeks ?? [], view.week.week_number), [season, view.week.week_number])
  const days = useMemo(() => Map.groupBy(view.games.filter(isListed), ({ start_time }) => easternDay(start_time)), [view.games])
  if (days.size === 0) return null
  // Where a pick wins when its team loses, the season's results do not say how teams played.
  const record = (team: string): string | null => (season?.objective === 'lose' ? null : recordOf(form.get(team)))
  return (
    <section className="stack4" aria-labelledby="games-to-come">
      <h2 className="title" id="games-to-come">
        The games
      </h2>
      {Array.from(days, ([day, games]) => (
        <div key={day} className="stack2">
          <h3 className="label">{day}</h3>
          <ul className={styles.list}>
            {games.map((game) => (
              <GameToCome key={game.id} game={game} record={record} showsOdds={showsOdds} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

interface GameToComeProps {
  readonly game: GameInfo
  readonly record: (team: string) => string | null
  readonly showsOdds: boolean
}

function GameToCome({ game, record, showsOdds }: GameToComeProps) {
  const odds = showsOdds ? pregameOdds(game) : null
  return (
    <li className={styles.game}>
      <Team abbr={game.away_team_abbr} record={record(game.away_team_abbr)} chance={odds?.away} />
      <span className={styles.time}>
        <VisuallyHidden>at {teamName(game.home_team_abbr)}, </VisuallyHidden>
        {kickoffOrScore(game)}
      </span>
      <Team abbr={game.home_team_abbr} record={record(game.home_team_abbr)} chance={odds?.home} />
    </li>
  )
}

interface TeamProps {
  readonly abbr: string
  readonly record: string | null
  readonly chance: number | undefined
}

/** A team with its record, and its chance before the game begins. */
function Team({ abbr, record, chance }: TeamProps) {
  return (
    <span className={styles.team}>
      <TeamChip abbr={abbr} size="m" />
      <span className={styles.facts}>
        {chance !== undefined && <strong>{Math.round(chance * 100)} %</strong>}
        {record !== null && <span className="muted">{record}</span>}
      </span>
    </span>
  )
}
