import { asImage, VisuallyHidden } from '../ui/screen-reader.tsx'
import { resultLabel } from '@outlast/contract/words'
import { type Result, resultSymbol } from './pool-text.ts'
import styles from './team-chip.module.css'
import { teamColors, teamSurface } from './teams.ts'

interface TeamChipProps {
  readonly abbr: string
  readonly result?: Result | undefined
  /** Default: `s`, for lines and tables. */
  readonly size?: 's' | 'm' | 'l' | undefined
  /** Shows the team's second color, for a chip on its {@link TeamSurface}. */
  readonly onSurface?: boolean | undefined
  /** Drops the team's color, for teams that cannot be picked or have lost. */
  readonly dimmed?: boolean | undefined
  /** Adds an asterisk: the pick was made automatically. The place that shows it explains the mark. */
  readonly isAuto?: boolean | undefined
}

/** A team's mark: its letters on its first color, with a slanted band of the second, or the result of its pick. Screen readers read "DAL, loss". */
export function TeamChip({ abbr, result, size = 's', onSurface = false, dimmed = false, isAuto = false }: TeamChipProps) {
  const colors = dimmed ? undefined : onSurface ? secondColors(abbr) : teamColors(abbr)
  if (!result) {
    return (
      <span className={styles.chip} style={colors} data-size={size} data-team-mark="">
        {abbr}
        {isAuto && <AutoMark />}
      </span>
    )
  }
  const label = `${abbr}, ${resultLabel(result)}${isAuto ? ', automatic pick' : ''}`
  return (
    <span className={styles.chip} style={colors} data-size={size} data-marked="" data-team-mark="" {...asImage(label)}>
      {abbr}
      {isAuto && '*'}
      <span className={styles.result} data-result={result}>
        {resultSymbol(result)}
      </span>
    </span>
  )
}

function secondColors(abbr: string) {
  const colors = teamSurface(abbr)
  return colors && { color: colors.onSecond, backgroundColor: colors.second }
}

/** The mark of an automatic pick. */
function AutoMark() {
  return (
    <>
      <span aria-hidden="true">*</span>
      <VisuallyHidden>, automatic pick</VisuallyHidden>
    </>
  )
}

/** What the mark of an automatic pick means, below a table that contains one. */
export const AutoLegend = () => (
  <>
    <span aria-hidden="true">*</span> automatic pick
  </>
)

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
