import type { BoardEntry } from '../board/board.ts'
import { countPicked, slotsOf } from '../board/places.ts'
import styles from './several.module.css'

/** "1 of 2 picked". */
export function PickedCount({ entry }: { readonly entry: BoardEntry }) {
  const [picked, slots] = [countPicked(entry), slotsOf(entry)]
  return (
    <span className={styles.count} data-done={picked >= slots || undefined}>
      {picked} of {slots} picked
    </span>
  )
}
