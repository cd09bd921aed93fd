import { outHeadline, outReason } from '@outlast/contract/out-text'
import type { StandingLike } from '../../../pool/pool-text.ts'
import type { BoardEntry } from '../board/board.ts'
import { useLostGame } from '../board/use-lost-game.ts'
import styles from './entries.module.css'
import { TITLES } from './titles.ts'

interface OutReasonProps {
  readonly entry: BoardEntry
  readonly standing: Extract<StandingLike, { status: 'out' }>
}

/** When and why the entry went out. A champion may have fallen in the last week. */
export function OutReason({ entry, standing }: OutReasonProps) {
  const game = useLostGame(entry)
  return (
    <p className={styles.reason}>
      <strong>
        {entry.title !== null && `${TITLES[entry.title]}. `}
        {outHeadline(standing)}
      </strong>{' '}
      {outReason(standing, game, entry.lostPickBy)}
    </p>
  )
}
