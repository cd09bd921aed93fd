import { type GameInfo, weekTopic } from '@outlast/contract/live'
import { blockingGames, canCloseWeek } from '@outlast/views'
import { useState } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { CloseWeek } from '../../desk/games-by-hand/close-week.tsx'
import { GameDialog } from '../../desk/games-by-hand/game-dialog.tsx'
import { troubleText, waitingText } from '../../desk/games-by-hand/hand-text.ts'
import { gameName } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import styles from './game-day-rail.module.css'

const MINUTE_MS = 60_000

/** The lines of a locked week's games that cannot go on without an admin, and the way to close the week without them. */
export function WaitingGames({ weekId }: { readonly weekId: number }) {
  const view = viewOf(useTopic(weekTopic(weekId)))
  const now = useSiteNow(MINUTE_MS)
  if (view === undefined || !view.week.is_locked) return null
  const blocking = blockingGames(view)
  const canClose = canCloseWeek(view)
  return (
    <>
      {blocking.map((waiting) => {
        const trouble = troubleText(waiting.game, now)
        return trouble && <WaitingGame key={waiting.game.id} game={waiting.game} text={waitingText(waiting, trouble)} />
      })}
      {canClose && (
        <li className={styles.line} data-tone="todo">
          <p>Week {view.week.week_number} waits for nothing else. Wait, set the game, or close the week without it.</p>
          <CloseWeek week={view.week} games={blocking.map(({ game }) => game)} />
        </li>
      )}
    </>
  )
}

function WaitingGame({ game, text }: { readonly game: GameInfo; readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={styles.line} data-tone="todo">
      <p>{text}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        Set game<VisuallyHidden> {gameName(game)}</VisuallyHidden>
      </Button>
      {isOpen && <GameDialog game={game} reason="" onClose={() => setOpen(false)} />}
    </li>
  )
}
