import type { DistributionRow } from '@outlast/views'
import type { SettledResult } from '@outlast/domain/rules'
import { memo, type ReactNode, useId, useState } from 'react'
import { TeamChip } from '../../pool/team-chip.tsx'
import { findTeam, teamColors, teamName } from '../../pool/teams.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useStoredChoice } from '../../lib/local-storage.ts'
import styles from './distribution.module.css'
import { filterText, type PickFilter } from './picks.ts'
import { formatEntries } from './weeks.ts'
import { formatNumber } from '../../lib/numbers.ts'

/** How many teams are listed at first; a week may have 32. */
const INITIAL_BARS = 8

interface DistributionProps {
  /** Sorted by count, highest first. */
  readonly rows: readonly DistributionRow[]
  readonly results: ReadonlyMap<string, SettledResult>
  /** Entries without a pick. */
  readonly noPick: number
  readonly filter: PickFilter
  readonly toggle: (filter: PickFilter) => void
  readonly level: 2 | 3
}

/** The share of picks per team, as bars that filter the picks table. */
export const Distribution = memo(function Distribution(props: DistributionProps): ReactNode {
  const { rows, results, noPick, filter, toggle, level } = props
  const [measure, setMeasure] = useStoredChoice<Measure>('reveal-measure', MEASURES, 'percent')
  const [isExpanded, setExpanded] = useState(false)
  const listId = useId()
  const selected = filterText(filter)
  const shown =
    isExpanded || rows.length <= INITIAL_BARS + 1 ? rows : rows.filter((row, i) => i < INITIAL_BARS || row.team_abbr === selected)
  return (
    <Section
      title="Pick distribution"
      level={level}
      actions={<SegmentedControl label="Show as" value={measure} options={OPTIONS} onChange={setMeasure} />}
    >
      {rows.length === 0 && <p className="muted">No one picked a team this week.</p>}
      <ul className={styles.bars} id={listId}>
        {shown.map(({ team_abbr: team, count, percent }) => (
          <TeamBar
            key={team}
            name={teamName(team)}
            chip={<TeamChip abbr={team} result={results.get(team) ?? 'tbd'} />}
            text={formatShare(measure, count, percent)}
            unit={measure === 'percent' ? ' of picks' : ' picks'}
            team={team}
            percent={percent}
            result={results.get(team)}
            pressed={selected === team}
            onClick={() => toggle({ kind: 'team', team })}
          />
        ))}
        {noPick > 0 && (
          <li>
            <button
              type="button"
              className={styles.noPick}
              aria-pressed={selected === 'none'}
              onClick={() => toggle({ kind: 'none' })}
            >
              <span className={styles.chip} aria-hidden="true">
                –
              </span>
              No pick: {formatEntries(noPick)}
            </button>
          </li>
        )}
      </ul>
      {rows.length > INITIAL_BARS + 1 && (
        <div>
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isExpanded}
            aria-controls={listId}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? `Show the top ${INITIAL_BARS}` : `Show all ${rows.length} teams`}
          </Button>
        </div>
      )}
    </Section>
  )
})

const OPTIONS = [
  { value: 'percent', label: 'Percent' },
  { value: 'count', label: 'Count' },
] as const

interface TeamBarProps {
  readonly name: string
  readonly chip: ReactNode
  readonly text: string
  /** The unit of the text, for screen readers. */
  readonly unit: string
  readonly team: string
  /** The share of all picks. A full bar is 100 %. */
  readonly percent: number
  readonly result?: SettledResult | undefined
  readonly pressed: boolean
  readonly onClick: () => void
}

function TeamBar({ name, chip, text, unit, team, percent, result, pressed, onClick }: TeamBarProps): ReactNode {
  const fill = {
    width: `${percent}%`,
    background: teamColors(team)?.backgroundColor,
    borderColor: findTeam(team)?.alternateColor,
  }
  return (
    <li>
      <button type="button" className={styles.bar} aria-pressed={pressed} onClick={onClick}>
        <span className={styles.chip}>
          {chip}
          <VisuallyHidden> {name} </VisuallyHidden>
        </span>
        <span className={styles.track}>
          <span className={styles.fill} data-result={result} style={fill} />
        </span>
        <span className={styles.share}>
          {text}
          <VisuallyHidden>{unit}</VisuallyHidden>
        </span>
      </button>
    </li>
  )
}

/** How shares are shown. */
type Measure = 'percent' | 'count'

const MEASURES: readonly Measure[] = ['percent', 'count']

/** Formats a share: `24.0%` or `12`. */
function formatShare(measure: Measure, count: number, percent: number): string {
  return measure === 'percent' ? `${percent.toFixed(1)}%` : formatNumber(count)
}
