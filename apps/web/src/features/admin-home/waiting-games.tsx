import { weekLabel } from '@outlast/domain/rules'
import { weekTopic } from '@outlast/contract/live'
import { blockingGames, canCloseWeek } from '@outlast/views'
import { useSiteNow } from '../../clock/site-clock.ts'
import { CloseWeek } from '../../desk/games-by-hand/close-week.tsx'
import { troubleText, waitingText } from '../../desk/games-by-hand/hand-text.ts'
import { useFold } from '../../desk/use-fold.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { SetGame } from './playing-step.tsx'
import styles from './waiting.module.css'

const MINUTE_MS = 60_000
/** More games than this appear on demand. */
const SHOWN = 3

interface WaitingGamesProps {
  readonly weekId: number
  readonly weekNumber: number
}

/** The lines of another week that is not over: its games that cannot go on without an admin, and the way to close it without them. */
export function WaitingGames({ weekId, weekNumber }: WaitingGamesProps) {
  const view = viewOf(useTopic(weekTopic(weekId)))
  const now = useSiteNow(MINUTE_MS)
  const blocking = view === undefined ? [] : blockingGames(view)
  const inTrouble = blocking.flatMap((waiting) => {
    const trouble = troubleText(waiting.game, now)
    return trouble === undefined ? [] : [{ ...waiting, text: waitingText(waiting, trouble) }]
  })
  const [shown, fold] = useFold(inTrouble, SHOWN, `games of week ${weekLabel(weekNumber)}`)
  return (
    <>
      {shown.map(({ game, text }) => (
        <li key={game.id} className={styles.line}>
          <p>{text}</p>
          <SetGame game={game} />
        </li>
      ))}
      {fold !== null && <li className={styles.fold}>{fold}</li>}
      {inTrouble.length === 0 && (
        <li className={styles.line}>
          <p>
            Week {weekLabel(weekNumber)} is not over{blocking.length > 0 && `: ${formatCount(blocking.length, 'game')} not final`}
            .
          </p>
        </li>
      )}
      {view !== undefined && canCloseWeek(view) && (
        <li className={styles.line}>
          <p>Week {weekLabel(weekNumber)} waits for nothing else.</p>
          <CloseWeek week={view.week} games={blocking.map(({ game }) => game)} />
        </li>
      )}
    </>
  )
}
