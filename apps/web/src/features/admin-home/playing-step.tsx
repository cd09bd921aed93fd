import { weekLabel } from '@outlast/domain/rules'
import type { GameInfo } from '@outlast/contract/live'
import { aliveInWeek, blockingGames, type BlockingGame, canCloseWeek } from '@outlast/views'
import { type ReactNode, useMemo, useState } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { CloseWeek } from '../../desk/games-by-hand/close-week.tsx'
import { GameDialog } from '../../desk/games-by-hand/game-dialog.tsx'
import { gameNames, troubleText, waitingText } from '../../desk/games-by-hand/hand-text.ts'
import { useFold } from '../../desk/use-fold.tsx'
import { JustNow } from '../../pool/just-now/just-now.tsx'
import { gamesLeftText } from '../../pool/games-left-text.ts'
import { gameName, gameStatusText, kickoffTime, scoreText } from '../../pool/pool-text.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { NamedEntries } from './named-entries.tsx'
import { inOrderOfInterest } from './playing-games.ts'
import styles from './playing-step.module.css'
import type { CurrentWeek } from './use-desk.ts'

const MINUTE_MS = 60_000
/** More games than this appear on demand. */
const SHOWN = 5

interface PlayingStepProps {
  readonly current: CurrentWeek
  /** Nothing but what needs a hand keeps the week from being complete. */
  readonly isBlocked: boolean
}

/** The games that are not over, with the entries on them, and what an admin can do about one that cannot go on. */
export function PlayingStep({ current: { view, season }, isBlocked }: PlayingStepProps): ReactNode {
  const now = useSiteNow(MINUTE_MS)
  const [reason, setReason] = useState('')
  const alive = useMemo(() => aliveInWeek(view, season), [view, season])
  const waiting = inOrderOfInterest(blockingGames(view), now)
  const [shown, fold] = useFold(waiting, SHOWN, 'games')
  const { week_number } = view.week
  if (waiting.length === 0) return <NoGames weekNumber={week_number} />
  const canClose = canCloseWeek(view)
  return (
    <Card
      title={
        isBlocked
          ? `Week ${weekLabel(week_number)} waits for ${gameNames(waiting.map(({ game }) => game))}`
          : notFinalText(waiting)
      }
    >
      <ul className="stack" aria-label="Games that are not over">
        {shown.map((one) => (
          <Game key={one.game.id} waiting={one} now={now}>
            <SetGame game={one.game} reason={reason} onSaved={setReason} />
          </Game>
        ))}
      </ul>
      {fold}
      <NamedEntries summary={`Who is alive (${formatNumber(alive.length)})`} entries={alive} />
      <JustNow view={view} />
      {isBlocked && (
        <div className={`between ${styles.ways}`}>
          <p>
            {canClose
              ? 'Wait for the new date, set the game by hand, or close the week without it.'
              : 'Wait for the scoreboard, or set the score by hand.'}
          </p>
          {canClose && <CloseWeek week={view.week} games={waiting.map(({ game }) => game)} />}
        </div>
      )}
    </Card>
  )
}

function notFinalText(waiting: readonly BlockingGame[]): string {
  const games = waiting.map(({ game }) => game)
  const isOn = games.some(({ status }) => status === 'in_progress')
  return (isOn ? gamesLeftText(games) : undefined) ?? `${formatCount(games.length, 'game')} not final`
}

function NoGames({ weekNumber }: { readonly weekNumber: number }) {
  return (
    <Card title={`The games of week ${weekLabel(weekNumber)} are missing`}>
      <p>Without them nobody goes out. Fetch them with “Sync” above, or load them from a file.</p>
      <div>
        <ButtonLink to="/admin/config" size="small">
          Weeks &amp; Locks
        </ButtonLink>
      </div>
    </Card>
  )
}

interface GameProps {
  readonly waiting: BlockingGame
  readonly now: number
  /** The button that sets the game by hand. */
  readonly children: ReactNode
}

function Game({ waiting, now, children }: GameProps) {
  const { game, entries } = waiting
  const trouble = troubleText(game, now)
  if (trouble !== undefined) {
    return (
      <li className={styles.game} data-tone="todo">
        <p>{waitingText(waiting, trouble)}</p>
        {children}
        {entries.length > 0 && <NamedEntries summary="Who waits" entries={entries} />}
      </li>
    )
  }
  const isOn = game.status === 'in_progress'
  return (
    <li className={styles.game} data-tone={isOn ? 'on' : undefined}>
      <p>
        <strong>{scoreText(game)}</strong> <span>{isOn ? gameStatusText(game) : kickoffTime(game)}</span>{' '}
        {entries.length === 0 && <span>· nobody on it</span>}
      </p>
      {(isOn || Date.parse(game.start_time) <= now) && children}
      {entries.length > 0 && (
        <NamedEntries summary={`${formatCount(entries.length, 'entry', 'entries')} on it`} entries={entries} />
      )}
    </li>
  )
}

interface SetGameProps {
  readonly game: GameInfo
  /** A reason to begin with. */
  readonly reason?: string
  readonly onSaved?: ((reason: string) => void) | undefined
}

/** Opens what can be set about a game by hand. */
export function SetGame({ game, reason = '', onSaved }: SetGameProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Set game<VisuallyHidden> {gameName(game)}</VisuallyHidden>
      </Button>
      {isOpen && <GameDialog game={game} reason={reason} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </>
  )
}
