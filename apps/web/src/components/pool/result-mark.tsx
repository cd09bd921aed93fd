import { asImage } from '../ui/as-image.ts'
import { type Result, shapeOf, wordOf } from './result.ts'
import styles from './team-chip.module.css'

/** A result by shape and colour: ✓ win, ✕ loss, • TBD, – no pick. */
export function ResultMark({ result }: { readonly result: Result }) {
  return (
    <span className={styles.mark} data-result={result ?? 'none'} {...asImage(wordOf(result))}>
      {shapeOf(result)}
    </span>
  )
}

/** The dash that stands for a pick that was not made. */
export function NoPick() {
  return <ResultMark result={null} />
}
