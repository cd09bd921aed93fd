import type { GameInfo } from '@outlast/contract/live'
import type { AssumedEnd, GameStakes, SideStakes } from '@outlast/views'
import { isStillOpen, resultOfLead } from '@outlast/domain/rules'
import { memo } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import { byHandText, gameStatusText, kickoffTime, pickStateText } from '../pool-text.ts'
import { TeamChip } from '../team-chip.tsx'
import { facingColors, teamName, teamSurface } from '../teams.ts'
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
  /** The entries that began the week: the whole of the bars. */
  readonly total: number
  readonly own: readonly OwnPick[]
  readonly showsOdds: boolean
  /** The end that the viewer assumes. */
  readonly assumed: AssumedEnd | undefined
  /** Assumes an end; without it, nothing can be tapped. */
  readonly onAssume: ((gameId: number, end: AssumedEnd) => void) | undefined
}

/** A game of a revealed week: the score between its two teams, the entries on each side, and what hangs on it. */
export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { stakes, total, own, showsOdds, assumed, onAssume } = props
  const { game, home, away, odds } = stakes
  const [awayColor, homeColor] = facingColors(away.team, home.team)
  const isOpen = isStillOpen(game)
  return (
    <li className={styles.game} data-live={game.status === 'in_progress' || undefined} data-own={own.length > 0 || undefined}>
      <div className={styles.head}>
        <Team game={game} team={away.team} />
        <Score game={game} />
        <Team game={game} team={home.team} />
      </div>
      <div className={styles.bars}>
        <Side side={away} total={total} color={awayColor} />
        <Side side={home} total={total} color={homeColor} />
      </div>
      <p className={styles.stakes}>{stakesText(stakes)}</p>
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
      {game.decided_by && <p className={styles.byHand}>{byHandText(game.decided_by)}</p>}
      {own.length > 0 && (
        <ul className={styles.own} aria-label="Your entries on this game">
          {own.map((pick) => (
            <li key={`${pick.id} ${pick.team}`} className={styles.ownPick}>
              <span>
                <strong>{pick.name}</strong> on {pick.team}
              </span>
              <span className={styles.ownState}>{pickStateText(game, pick.team)}</span>
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
    <span className={styles.team}>
      <TeamChip abbr={team} size="m" result={result} dimmed={result === 'loss'} />
    </span>
  )
}

function resultOf(game: GameInfo, team: string) {
  const lead = (game.home_score ?? 0) - (game.away_score ?? 0)
  return resultOfLead(team === game.home_team_abbr ? lead : -lead, game.counts_as)
}

function Score({ game }: { readonly game: GameInfo }) {
  const { status, away_score: away, home_score: home } = game
  const hasBegun = (status === 'in_progress' || status === 'final') && away !== null && home !== null
  return (
    <p className={styles.score}>
      {hasBegun && (
        <span className={styles.points}>
          {away}–{home}
        </span>
      )}
      <span className={styles.clock}>{status === 'scheduled' ? kickoffTime(game) : gameStatusText(game)}</span>
    </p>
  )
}

interface SideProps {
  readonly side: SideStakes
  readonly total: number
  readonly color: string | undefined
}

/** The entries on a team: their number in words, and a bar whose full length is the whole pool. */
function Side({ side, total, color }: SideProps) {
  const share = total === 0 ? 0 : side.picks / total
  return (
    <span className={styles.side} data-empty={side.picks === 0 || undefined}>
      <span className={styles.track} aria-hidden="true">
        <span
          className={styles.fill}
          style={{ width: `${share * 100}%`, backgroundColor: color, borderColor: edgeColor(side.team, color) }}
        />
      </span>
      <span className={styles.count}>
        {formatCount(side.picks, 'entry', 'entries')}
        <VisuallyHidden> on {teamName(side.team)}</VisuallyHidden>
      </span>
    </span>
  )
}

/** Returns the team's other color. */
function edgeColor(abbr: string, color: string | undefined): string | undefined {
  const colors = teamSurface(abbr)
  return colors?.second === color ? colors?.surface : colors?.second
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
