import type { SeasonView, WeekView } from '@outlast/contract/live'
import type { GameStakes } from '@outlast/views'
import { useMemo } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import { stakesText } from '../../pool/live-board/board-text.ts'
import { gameStatusText, kickoffTime } from '../../pool/pool-text.ts'
import { Heading } from './frame.tsx'
import styles from './games-scene.module.css'
import { mostAtStake } from './said.ts'
import { teamStyle } from './team-style.ts'
import tv from './tv.module.css'

interface GamesSceneProps {
  readonly week: WeekView
  readonly season: SeasonView | undefined
}

/** The three games with most at stake, of those that are being played or still to come. */
export function GamesScene({ week, season }: GamesSceneProps) {
  const games = useMemo(() => mostAtStake(week, season), [week, season])
  return (
    <>
      <Heading title="Most at stake" />
      {games.length === 0 ? (
        <p className={styles.none}>Nobody’s pick hangs on a game</p>
      ) : (
        <ul className={styles.games} aria-label="Games with most at stake">
          {games.map((stakes) => (
            <li key={stakes.game.id} className={styles.game}>
              <GameRow stakes={stakes} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface GameRowProps {
  readonly stakes: GameStakes
  /** Puts the entries below their team, for a game that has the screen to itself. */
  readonly isLarge?: boolean
}

/** A game across the screen: both teams with the entries on them, the score and the clock, and what hangs on it. */
export function GameRow({ stakes, isLarge = false }: GameRowProps) {
  const { game, away, home } = stakes
  const isLive = game.status === 'in_progress'
  const clock = (
    <span data-live={isLive || undefined}>{game.status === 'scheduled' ? kickoffTime(game) : gameStatusText(game)}</span>
  )
  const hasScore = (isLive || game.status === 'final') && game.home_score !== null
  return (
    <>
      <div className={styles.row} data-large={isLarge || undefined}>
        <Side team={away.team} picks={away.picks} isAway />
        <div className={styles.middle}>
          <p className={styles.score}>{hasScore ? `${game.away_score}–${game.home_score}` : 'at'}</p>
          {isLarge && <p className={styles.clock}>{clock}</p>}
        </div>
        <Side team={home.team} picks={home.picks} />
      </div>
      <p className={styles.stakes}>
        {!isLarge && <span className={styles.clock}>{clock} </span>}
        {stakesText(stakes)}
      </p>
    </>
  )
}

interface SideProps {
  readonly team: string
  readonly picks: number
  readonly isAway?: boolean
}

function Side({ team, picks, isAway = false }: SideProps) {
  return (
    <div className={`${tv.team} ${styles.side}`} style={teamStyle(team)} data-away={isAway || undefined}>
      <p className="number">{team}</p>
      <p className={styles.picks}>{formatCount(picks, 'entry', 'entries')}</p>
    </div>
  )
}
