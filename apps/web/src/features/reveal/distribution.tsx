import type { DistributionRow } from '@outlast/contract/live'
import { memo, type ReactNode, useId, useState } from 'react'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import { teamName } from '../../components/pool/teams.ts'
import { Button } from '../../components/ui/button.tsx'
import { Section } from '../../components/ui/card.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import { SegmentedControl } from '../../components/ui/segmented-control.tsx'
import styles from './distribution.module.css'
import { filterText, type PickFilter } from './picks.ts'
import { entriesInWords } from './weeks.ts'
import { useStoredChoice } from '../../lib/local-storage.ts'

/** Bars that show without being asked for; a week may have 32 teams. */
const SHORT = 8

interface DistributionProps {
  /** Most picked first. */
  readonly rows: readonly DistributionRow[]
  readonly results: ReadonlyMap<string, 'win' | 'loss'>
  /** Entries without a pick. */
  readonly noPick: number
  readonly filter: PickFilter
  readonly toggle: (filter: PickFilter) => void
  readonly level: 2 | 3
}

/** How the picks spread over the teams: bars that filter the table. */
export const Distribution = memo(function Distribution(props: DistributionProps): ReactNode {
  const { rows, results, noPick, filter, toggle, level } = props
  const [measure, setMeasure] = useStoredChoice<Measure>('reveal-measure', MEASURES, 'percent')
  const [whole, setWhole] = useState(false)
  const list = useId()
  const chosen = filterText(filter)
  const most = rows[0]?.count ?? 1
  const shown = whole || rows.length <= SHORT + 1 ? rows : rows.filter((row, i) => i < SHORT || row.team_abbr === chosen)
  return (
    <Section
      title="Pick distribution"
      level={level}
      actions={<SegmentedControl label="Show as" value={measure} options={OPTIONS} onChange={setMeasure} />}
    >
      {rows.length === 0 && <p className={styles.muted}>Nobody picked a team this week.</p>}
      <ul className={styles.bars} id={list}>
        {shown.map(({ team_abbr: team, count, percent }) => (
          <TeamBar
            key={team}
            name={teamName(team)}
            chip={<TeamChip abbr={team} result={results.get(team) ?? 'tbd'} />}
            text={shareText(measure, count, percent)}
            unit={measure === 'percent' ? ' of picks' : ' picks'}
            part={count / most}
            result={results.get(team)}
            pressed={chosen === team}
            onClick={() => toggle({ kind: 'team', team })}
          />
        ))}
        {noPick > 0 && (
          <li>
            <button
              type="button"
              className={styles.without}
              aria-pressed={chosen === 'none'}
              onClick={() => toggle({ kind: 'none' })}
            >
              <span className={styles.chip} aria-hidden="true">
                –
              </span>
              No pick: {entriesInWords(noPick)}
            </button>
          </li>
        )}
      </ul>
      {rows.length > SHORT + 1 && (
        <div>
          <Button size="small" variant="quiet" aria-expanded={whole} aria-controls={list} onClick={() => setWhole(!whole)}>
            {whole ? `Show the top ${SHORT}` : `Show all ${rows.length} teams`}
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
  /** What the text counts, for who cannot see the bar. */
  readonly unit: string
  /** Of the longest bar, 0 to 1. */
  readonly part: number
  readonly result?: 'win' | 'loss' | undefined
  readonly pressed: boolean
  readonly onClick: () => void
}

function TeamBar({ name, chip, text, unit, part, result, pressed, onClick }: TeamBarProps): ReactNode {
  return (
    <li>
      <button type="button" className={styles.bar} aria-pressed={pressed} onClick={onClick}>
        <span className={styles.chip}>
          {chip}
          <VisuallyHidden> {name} </VisuallyHidden>
        </span>
        <span className={styles.track}>
          <span className={styles.fill} data-result={result} style={{ width: `${part * 100}%` }} />
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
export type Measure = 'percent' | 'count'

export const MEASURES: readonly Measure[] = ['percent', 'count']

/** `24.0%` or `12` (pool.md §9: percentages have one decimal). */
export function shareText(measure: Measure, count: number, percent: number): string {
  return measure === 'percent' ? `${percent.toFixed(1)}%` : count.toLocaleString('en-US')
}
