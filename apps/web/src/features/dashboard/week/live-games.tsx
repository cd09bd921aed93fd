import { memo } from 'react'
import { gameStatusText, kickoffTime } from '../../../components/pool/pool-text.ts'
import { TeamChip } from '../../../components/pool/team-chip.tsx'
import { Bar } from '../../../components/ui/bar.tsx'
import { formatCount, pluralize } from '../../../lib/numbers.ts'
import type { Board } from '../board/board.ts'
import { type GameWithPicks, type PickShare, pickSharesOf, survivorsOf } from '../board/pick-shares.ts'
import styles from './live-games.module.css'

/** The games of a locked week with the number of entries that picked each team, and the number of survivors. */
export function LiveGames({ view, season }: Pick<Board, 'view' | 'season'>) {
  if (view === undefined || !view.week.is_locked) return null
  const { games, others, max } = pickSharesOf(view)
  const { alive, total } = survivorsOf(view, season)
  return (
    <section className={styles.section} aria-labelledby="live-board">
      <h2 className={styles.title} id="live-board">
        Live Board
      </h2>
      <p className={styles.survivors} role="status">
        <strong className={styles.alive}>{alive}</strong> of {total} still alive
      </p>
      <Games games={games.filter(isPicked)} max={max} />
      {others.length > 0 && (
        <ul className={styles.games} aria-label="Picked teams without a game">
          {others.map((share) => (
            <li key={share.team} className={styles.game}>
              <TeamRow share={share} max={max} />
            </li>
          ))}
        </ul>
      )}
      <UnpickedGames games={games.filter((game) => !isPicked(game))} />
    </section>
  )
}

const isPicked = ({ away, home }: GameWithPicks): boolean => away.count + home.count > 0

interface GamesProps {
  readonly games: readonly GameWithPicks[]
  readonly max: number
}

function Games({ games, max }: GamesProps) {
  return (
    <ul className={styles.games}>
      {games.map((game) => (
        <Game key={game.game.id} {...game} max={max} />
      ))}
    </ul>
  )
}

function UnpickedGames({ games }: Pick<GamesProps, 'games'>) {
  if (games.length === 0) return null
  return (
    <details>
      <summary className={styles.unpickedLabel}>{formatCount(games.length, 'game')} that nobody picked</summary>
      <Games games={games} max={1} />
    </details>
  )
}

/** Memoized, because a new score changes one of the games only. */
const Game = memo(
  function Game({ game, away, home, max }: GameWithPicks & { readonly max: number }) {
    return (
      <li className={styles.game} data-live={game.status === 'in_progress' || undefined}>
        <p className={styles.status}>{game.status === 'scheduled' ? kickoffTime(game) : gameStatusText(game)}</p>
        <TeamRow share={away} max={max} />
        <TeamRow share={home} max={max} />
      </li>
    )
  },
  (a, b) => a.max === b.max && a.game === b.game && isSameShare(a.away, b.away) && isSameShare(a.home, b.home),
)

const isSameShare = (a: PickShare, b: PickShare): boolean => a.count === b.count && a.result === b.result

function TeamRow({ share, max }: { readonly share: PickShare; readonly max: number }) {
  const { team, score, count, result } = share
  return (
    <div className={styles.team} data-unpicked={count === 0 || undefined}>
      <TeamChip abbr={team} result={result === 'tbd' ? undefined : result} dimmed={result === 'loss'} />
      <span className={styles.score}>{score ?? ''}</span>
      <Bar value={count} max={max} />
      <span className={styles.count}>
        {count} {pluralize(count, 'entry', 'entries')}
      </span>
    </div>
  )
}
