import { oddsOfGame } from '@outlast/views'
import { isStillOpen } from '@outlast/domain/rules'
import type { ReactNode } from 'react'
import { useTopicView } from '../../live/use-topic.ts'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { gameLineText, gameStatusText, kickoffTime, pickStateText, type ScheduledGame } from '../pool-text.ts'
import { TeamChip } from '../team-chip.tsx'
import styles from './scorebug.module.css'

interface ScorebugProps {
  readonly game: ScheduledGame
  /** The picked team, which comes first. */
  readonly team: string
  readonly isAuto: boolean
}

/** The game of a pick as a television shows it: the picked team with its points, the clock, and the others. Screen readers hear a sentence. */
export function Scorebug({ game, team, isAuto }: ScorebugProps): ReactNode {
  const showsOdds = useTopicView('pool', (pool) => pool.shows_odds) === true
  const isHome = game.home_team_abbr === team
  const [own, other] = isHome ? [game.home_score, game.away_score] : [game.away_score, game.home_score]
  const hasBegun = game.status === 'in_progress' || game.status === 'final'
  const lead = hasBegun ? (own ?? 0) - (other ?? 0) : 0
  return (
    <span className={styles.box} data-bug>
      <span className={styles.bug} data-behind={lead === 0 ? undefined : lead < 0 ? 'own' : 'other'}>
        <VisuallyHidden>
          {team}
          {isAuto && ', automatic pick'}, {game.status !== 'scheduled' && `${pickStateText(game, team)}, `}
          {gameLineText(game, team)}
        </VisuallyHidden>
        <span aria-hidden="true">
          <TeamChip abbr={team} size="l" isAuto={isAuto} />
        </span>
        <Points value={hasBegun ? own : null} />
        <span className={`caption ${styles.middle}`} data-live={game.status === 'in_progress' || undefined} aria-hidden="true">
          {game.status === 'scheduled' ? kickoffTime(game) : shortClock(gameStatusText(game))}
          {showsOdds && isStillOpen(game) && hasBegun && <Chance chance={chanceOf(game, isHome)} />}
        </span>
        <Points value={hasBegun ? other : null} />
        <span aria-hidden="true">
          <TeamChip abbr={isHome ? game.away_team_abbr : game.home_team_abbr} size="l" />
        </span>
      </span>
    </span>
  )
}

const Points = ({ value }: { readonly value: number | null }): ReactNode => (
  <span className={`display ${styles.points}`} aria-hidden="true">
    {value}
  </span>
)

/** The chance of the picked team as a thin bar. */
const Chance = ({ chance }: { readonly chance: number }): ReactNode => (
  <span className={styles.meter}>
    <span className={styles.chance} style={{ inlineSize: `${Math.round(chance * 100)}%` }} />
  </span>
)

function chanceOf(game: ScheduledGame, isHome: boolean): number {
  const { home, away } = oddsOfGame(game)
  return isHome ? home : away
}

/** Turns the clock of the scoreboard around, "1:51 - 4th", as a bug shows it: "Q4 1:51". Other texts stay. */
export function shortClock(detail: string): string {
  const [, time, quarter] = /^(\d+:\d\d) - (\d)(?:st|nd|rd|th)(?: Quarter)?$/.exec(detail) ?? []
  return time === undefined ? detail : `Q${quarter} ${time}`
}
