import { memo } from 'react'
import { gameStatusText } from '../../../components/pool/pool-text.ts'
import { TeamChip } from '../../../components/pool/team-chip.tsx'
import { Bar } from '../../../components/ui/bar.tsx'
import { kickoffTime } from '../../../components/pool/pool-text.ts'
import { type RiddenGame, ridesOf, type Side, survivorsOf } from '../board/pick-shares.ts'
import type { Board } from '../board/board.ts'
import styles from './live-games.module.css'

/** The week after its lock, as it is played: who is left, and how many entries ride on each side of each game. */
export function LiveGames({ view, season }: Pick<Board, 'view' | 'season'>) {
  if (view === undefined || !view.week.is_locked) return null
  const { games, others, most } = ridesOf(view)
  const { alive, of } = survivorsOf(view, season)
  return (
    <section className={styles.section} aria-labelledby="live-board">
      <h2 className={styles.title} id="live-board">
        Live Board
      </h2>
      <p className={styles.survivors} role="status">
        <strong className={styles.alive}>{alive}</strong> of {of} still alive
      </p>
      <Games rides={games.filter(isRidden)} most={most} />
      {others.length > 0 && (
        <ul className={styles.games} aria-label="Picked teams without a game">
          {others.map((side) => (
            <li key={side.team} className={styles.game}>
              <SideRow side={side} most={most} />
            </li>
          ))}
        </ul>
      )}
      <IdleGames rides={games.filter((ride) => !isRidden(ride))} />
    </section>
  )
}

const isRidden = ({ away, home }: RiddenGame): boolean => away.count + home.count > 0

function Games({ rides, most }: { readonly rides: readonly RiddenGame[]; readonly most: number }) {
  return (
    <ul className={styles.games}>
      {rides.map((ride) => (
        <Game key={ride.game.id} ride={ride} most={most} />
      ))}
    </ul>
  )
}

/** What nobody picked is there for whoever wants to see it. */
function IdleGames({ rides }: { readonly rides: readonly RiddenGame[] }) {
  if (rides.length === 0) return null
  return (
    <details>
      <summary className={styles.idleWord}>
        {rides.length} {rides.length === 1 ? 'game' : 'games'} that nobody picked
      </summary>
      <Games rides={rides} most={1} />
    </details>
  )
}

const Game = memo(function Game({ ride, most }: { readonly ride: RiddenGame; readonly most: number }) {
  const { game, away, home } = ride
  return (
    <li className={styles.game} data-live={game.status === 'in_progress' || undefined}>
      <p className={styles.status}>{game.status === 'scheduled' ? kickoffTime(game) : gameStatusText(game)}</p>
      <SideRow side={away} most={most} />
      <SideRow side={home} most={most} />
    </li>
  )
}, isSameRide)

function SideRow({ side, most }: { readonly side: Side; readonly most: number }) {
  const { team, score, count, result } = side
  return (
    <div className={styles.side} data-idle={count === 0 || undefined}>
      <TeamChip abbr={team} result={result === 'tbd' ? undefined : result} dimmed={result === 'loss'} />
      <span className={styles.score}>{score ?? ''}</span>
      <Bar value={count} max={most} />
      <span className={styles.count}>
        {count} {count === 1 ? 'entry' : 'entries'}
      </span>
    </div>
  )
}

/** A score renders the one game again that it belongs to. */
function isSameRide(a: { readonly ride: RiddenGame; readonly most: number }, b: typeof a): boolean {
  return (
    a.most === b.most &&
    a.ride.game === b.ride.game &&
    isSameSide(a.ride.away, b.ride.away) &&
    isSameSide(a.ride.home, b.ride.home)
  )
}

const isSameSide = (a: Side, b: Side): boolean => a.count === b.count && a.result === b.result
