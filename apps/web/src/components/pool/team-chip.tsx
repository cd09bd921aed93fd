import { asImage } from '../ui/screen-reader.tsx'
import { type Result, resultLabel, resultSymbol } from './pool-text.ts'
import styles from './team-chip.module.css'
import { teamColors } from './teams.ts'

interface TeamChipProps {
  readonly abbr: string
  readonly result?: Result | undefined
  readonly size?: 's' | 'm' | undefined
  /** Drops the team's color, for teams that cannot be picked or have lost. */
  readonly dimmed?: boolean | undefined
}

/** A team's abbreviation in the team's colors, with the result of its pick. Screen readers read "DAL, loss". */
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

/** A result as a symbol: ✓ win, ✕ loss, • TBD, – no pick. */
export function ResultMark({ result }: { readonly result: Result }) {
  return (
    <span className={styles.mark} data-result={result ?? 'none'} {...asImage(resultLabel(result))}>
      {resultSymbol(result)}
    </span>
  )
}

/** The mark of a missing pick. */
export const NoPick = () => <ResultMark result={null} />
