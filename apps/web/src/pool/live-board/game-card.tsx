import type { GameInfo } from '@outlast/contract/live'
import type { AssumedEnd, GameStakes, SideStakes } from '@outlast/views'
import { isStillOpen, resultOfLead } from '@outlast/domain/rules'
import { memo } from 'react'
import { formatNumber } from '../../lib/numbers.ts'
import { byHandText, gameStatusText, kickoffTime, pickStateText, scoreText } from '../pool-text.ts'
import { shortClock } from '../scorebug/scorebug.tsx'
import { TeamChip } from '../team-chip.tsx'
import { facingColors, teamName } from '../teams.ts'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { percentText, stakesText } from './board-text.ts'
import styles from './game-card.module.css'

/** One of the viewer's entries that hangs on a game. */
export interface OwnPick {
  readonly id: number
  readonly name: string
  readonly team: string
}

interface GameCardProps {
  readonly stakes: GameStakes
  readonly own: readonly OwnPick[]
  readonly showsOdds: boolean
  /** The end that the viewer assumes. */
  readonly assumed: AssumedEnd | undefined
  /** Assumes an end; without it, nothing can be tapped. */
  readonly onAssume: ((gameId: number, end: AssumedEnd) => void) | undefined
}

/** A game of a revealed week: the score between its two teams, the entries on each side, and what hangs on it. */
export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { stakes, own, showsOdds, assumed, onAssume } = props
  const { game, home, away, odds } = stakes
  const [awayColor, homeColor] = facingColors(away.team, home.team)
  const isOpen = isStillOpen(game)
  return (
    <li className={styles.game} data-live={game.status === 'in_progress' || undefined} data-own={own.length > 0 || undefined}>
      <VisuallyHidden>
        {scoreText(game)}, {game.status === 'scheduled' ? kickoffTime(game) : gameStatusText(game)}
      </VisuallyHidden>
      <div className={styles.score} data-behind={behind(game)} aria-hidden="true">
        <Team game={game} team={away.team} />
        <Points game={game} value={game.away_score} />
        <span className={styles.clock}>{game.status === 'scheduled' ? kickoffTime(game) : shortClock(gameStatusText(game))}</span>
        <Points game={game} value={game.home_score} />
        <Team game={game} team={home.team} />
      </div>
      <div className={styles.sides}>
        <Count side={away} />
        <span className={styles.track} aria-hidden="true">
          <Fill side={away} of={home} color={awayColor} />
          <Fill side={home} of={away} color={homeColor} />
        </span>
        <Count side={home} />
      </div>
      <p className="small">{stakesText(stakes)}</p>
      {showsOdds && isOpen && (
        <p className={styles.odds}>
          <span>
            {away.team} wins {percentText(odds.away)}
          </span>
          <span>
            {home.team} wins {percentText(odds.home)}
          </span>
        </p>
      )}
      {game.decided_by && <p className="noteBreaks">{byHandText(game.decided_by)}</p>}
      {own.length > 0 && (
        <ul className={styles.own} aria-label="Your entries on this game">
          {own.map((pick) => (
            <li key={`${pick.id} ${pick.team}`} className={styles.ownPick}>
              <span>
                <strong>{pick.name}</strong> on {pick.team}
              </span>
              <span className="muted">{pickStateText(game, pick.team)}</span>
            </li>
          ))}
        </ul>
      )}
      {onAssume !== undefined && isOpen && <Ends game={game} assumed={assumed} onAssume={onAssume} />}
    </li>
  )
})

function Team({ game, team }: { readonly game: GameInfo; readonly team: string }) {
  const result = game.status === 'final' ? resultOf(game, team) : undefined
  return (
    <span className={styles.team} data-result={result}>
      <TeamChip abbr={team} size="m" />
    </span>
  )
}

function resultOf(game: GameInfo, team: string) {
  const lead = (game.home_score ?? 0) - (game.away_score ?? 0)
  return resultOfLead(team === game.home_team_abbr ? lead : -lead, game.counts_as)
}

const isPlayed = ({ status }: GameInfo): boolean => status === 'in_progress' || status === 'final'

const Points = ({ game, value }: { readonly game: GameInfo; readonly value: number | null }) => (
  <span className={styles.points}>{isPlayed(game) && value}</span>
)

/** Which side is behind; undefined while nobody is. */
function behind({ away_score: away, home_score: home, ...game }: GameInfo): 'away' | 'home' | undefined {
  if (!isPlayed({ away_score: away, home_score: home, ...game }) || away === null || home === null || away === home)
    return undefined
  return away < home ? 'away' : 'home'
}

/** The number of entries on a team. */
const Count = ({ side }: { readonly side: SideStakes }) => (
  <span className={styles.count}>
    {formatNumber(side.picks)}
    <VisuallyHidden>
      {' '}
      {side.picks === 1 ? 'entry' : 'entries'} on {teamName(side.team)}
    </VisuallyHidden>
  </span>
)

interface FillProps {
  readonly side: SideStakes
  readonly of: SideStakes
  readonly color: string | undefined
}

/** The share of a team in the entries on its game. */
function Fill({ side, of, color }: FillProps) {
  if (side.picks === 0) return null
  const share = side.picks / (side.picks + of.picks)
  return <span className={styles.fill} style={{ inlineSize: `${share * 100}%`, backgroundColor: color }} />
}

interface EndsProps {
  readonly game: GameInfo
  readonly assumed: AssumedEnd | undefined
  readonly onAssume: (gameId: number, end: AssumedEnd) => void
}

/** The three ends of a game as buttons. */
function Ends({ game, assumed, onAssume }: EndsProps) {
  const ends = [
    ['away', `${game.away_team_abbr} wins`],
    ['tie', 'Tie'],
    ['home', `${game.home_team_abbr} wins`],
  ] as const
  return (
    <div className={styles.ends} role="group" aria-label={`What if: ${game.away_team_abbr} at ${game.home_team_abbr}`}>
      {ends.map(([end, label]) => (
        <button
          key={end}
          type="button"
          className={styles.end}
          aria-pressed={assumed === end}
          onClick={() => onAssume(game.id, end)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
