import { asImage } from '../ui/screen-reader.tsx'
import { type Result, resultSymbol, resultLabel } from './pool-text.ts'
import { teamColors } from './teams.ts'
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
  const colors = dimmed ? undefined : teamColors(abbr)
  if (!result) {
    return (
      <span className={styles.chip} style={colors} data-size={size}>
        {abbr}
      </span>
    )
  }
  return (
    <span className={styles.chip} style={colors} data-size={size} {...asImage(`${abbr}, ${resultLabel(result)}`)}>
      {abbr}
      <span className={styles.result} data-result={result}>
        {resultSymbol(result)}
      </span>
    </span>
  )
}

/** A result by shape and colour: ✓ win, ✕ loss, • TBD, – no pick. */
export function ResultMark({ result }: { readonly result: Result }) {
  return (
    <span className={styles.mark} data-result={result ?? 'none'} {...asImage(resultLabel(result))}>
      {resultSymbol(result)}
    </span>
  )
}

/** The dash that stands for a pick that was not made. */
export function NoPick() {
  return <ResultMark result={null} />
}
