import { asImage } from '../ui/as-image.ts'
import { type Result, shapeOf, wordOf } from './result.ts'
import { colorsOf } from './team-colors.ts'
import styles from './team-chip.module.css'

interface TeamChipProps {
  readonly abbr: string
  readonly result?: Result | undefined
  readonly size?: 's' | 'm' | undefined
  /** Not to be chosen, or out: readable, without the team's colour. */
  readonly dimmed?: boolean | undefined
}

/** A team's abbreviation on its own colour, with its pick's result by shape and colour. Read as "DAL, loss". */
export function TeamChip({ abbr, result, size = 's', dimmed = false }: TeamChipProps) {
  const colors = dimmed ? undefined : colorsOf(abbr)
  if (!result) {
    return (
      <span className={styles.chip} style={colors} data-size={size}>
        {abbr}
      </span>
    )
  }
  return (
    <span className={styles.chip} style={colors} data-size={size} {...asImage(`${abbr}, ${wordOf(result)}`)}>
      {abbr}
      <span className={styles.result} data-result={result}>
        {shapeOf(result)}
      </span>
    </span>
  )
}
