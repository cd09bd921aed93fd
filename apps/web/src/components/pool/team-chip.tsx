import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { type Result, shapeOf, wordOf } from './result.ts'
import { colorsOf } from './team-colors.ts'
import styles from './team-chip.module.css'

interface TeamChipProps {
  readonly abbr: string
  readonly result?: Result | undefined
  readonly size?: 's' | 'm' | undefined
  readonly dimmed?: boolean | undefined
}

/** A team's abbreviation on its own colour, with its pick's result by shape and colour. Read as "DAL, loss". */
export function TeamChip({ abbr, result, size = 's', dimmed }: TeamChipProps) {
  return (
    <span className={styles.chip} style={colorsOf(abbr)} data-size={size} data-dimmed={dimmed || undefined}>
      {abbr}
      {result && (
        <>
          <span className={styles.result} data-result={result} aria-hidden="true">
            {shapeOf(result)}
          </span>
          <VisuallyHidden>, {wordOf(result)}</VisuallyHidden>
        </>
      )}
    </span>
  )
}
