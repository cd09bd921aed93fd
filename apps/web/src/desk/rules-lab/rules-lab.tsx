import { changedRules, type PoolRules } from '@outlast/domain/pool-rules'
import { REAL_SEASONS } from '@outlast/seasons/real/years'
import { type ReactNode, useState } from 'react'
import { useQuery } from '../../api/use-query.ts'
import { ErrorBox } from '../../ui/errors.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { PRESETS } from '../rule-book/presets.ts'
import { loadFinishedSeasons } from './club-seasons.ts'
import { LabChart, type LabCurve } from './lab-chart.tsx'
import type { LabSeason } from './lab-task.ts'
import { curveText, endingText, type SeasonEnd } from './lab-text.ts'
import styles from './rules-lab.module.css'
import { type Lab, useLab } from './use-lab.ts'

/** The presets to compare with. */
const COMPARED = PRESETS.flatMap(({ preset, name }) => (preset === 'custom' ? [] : [{ tone: preset, name }]))
const CHOSEN = { tone: 'chosen', name: 'Your rules' }

/** The rules of each curve; the chosen ones come last, above the others. */
const ruleSets = (rules: PoolRules) => [
  ...COMPARED.map(({ tone }) => ({ tone: tone as string, rules: changedRules(rules, { preset: tone }) })),
  { tone: CHOSEN.tone, rules },
]

interface Season {
  readonly name: string
  readonly season: LabSeason
  readonly end?: SeasonEnd
}

const REAL: readonly Season[] = REAL_SEASONS.map((year) => ({ name: String(year), season: year }))

/** The shares of members that pay, by what they are called. */
const PAYING = [
  { value: '1', label: 'All members' },
  { value: '0.9', label: '9 in 10 members' },
  { value: '0.75', label: '3 in 4 members' },
  { value: '0.5', label: 'Half of the members' },
]

/** What the chosen rules would have done to seasons that are over, beside the presets. */
export function RulesLab({ rules }: { readonly rules: PoolRules }): ReactNode {
  const own = useQuery(loadFinishedSeasons, 'Failed to load the seasons of your club')
  const clubSeasons = (own.data ?? []).map(({ season, end }) => ({ name: `${season.seasonYear} in your club`, season, end }))
  const seasons = [...clubSeasons, ...REAL]
  const [paying, setPaying] = useState('1')
  const lab = useLab(
    seasons.map(({ season }) => season),
    ruleSets(rules)
      .toReversed()
      .map((set) => set.rules),
    Number(paying),
  )
  return (
    <div className="stack4">
      <p className="note">
        The share of entries that would have been alive after each week: of 1,000 simulated members in the real seasons, and of
        your own members with their own picks. {paysText(paying)} Only finished seasons are replayed, on this device.
      </p>
      <div className={styles.paying}>
        <SelectField label="Who pays" options={PAYING} value={paying} onChange={(event) => setPaying(event.target.value)} />
      </div>
      <ul className={styles.legend} aria-label="Curves">
        {[CHOSEN, ...COMPARED].map(({ tone, name }) => (
          <li key={tone}>
            <svg className={styles.sample} viewBox="0 0 28 8" aria-hidden="true">
              <line className={styles.line} data-tone={tone} x1="1" x2="27" y1="4" y2="4" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div className={styles.seasons} aria-busy={lab.done < lab.all}>
        {seasons.map((season) => (
          <SeasonFigure key={season.name} {...season} lab={lab} rules={rules} />
        ))}
      </div>
      <p className={styles.progress} role="status">
        {lab.done < lab.all ? `Replaying seasons: ${lab.done} of ${lab.all}` : ''}
      </p>
      <ErrorBox message={own.error} />
    </div>
  )
}

function paysText(paying: string): string {
  const who = PAYING.find(({ value }) => value === paying)?.label ?? ''
  return `${who} pay${paying === '1' ? '' : ' when they join; the others never do, and do not buy back'}.`
}

interface SeasonFigureProps extends Season {
  readonly lab: Lab
  readonly rules: PoolRules
}

function SeasonFigure({ name, season, end, lab, rules }: SeasonFigureProps) {
  const result = lab.result(season, rules)
  const curves = ruleSets(rules).flatMap(({ tone, rules: set }): readonly LabCurve[] => {
    const replayed = lab.result(season, set)
    return replayed === undefined || replayed === null ? [] : [{ tone, replayed }]
  })
  return (
    <figure className={styles.season}>
      <figcaption className="strong">{name}</figcaption>
      <LabChart curves={curves} label={result ? curveText(name, result) : `${name}: being replayed`} />
      <p className={styles.ending}>
        {result === null
          ? 'No season can be played with these rules.'
          : result === undefined
            ? 'Being replayed…'
            : endingText(result, end)}
      </p>
    </figure>
  )
}
