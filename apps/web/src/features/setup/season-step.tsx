import { weekLabel } from '@outlast/domain/rules'
import { type ReactNode, useState } from 'react'
import { ownTimeFirst } from '../../clock/format.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import styles from './setup.module.css'
import { useSetupPlan } from './use-setup-plan.ts'

interface SeasonStepProps {
  readonly seasonYear: number | null
  readonly pending: boolean
  readonly onChoose: (seasonYear: number) => unknown
  /** A button beside the step's own. */
  readonly children: ReactNode
}

/** Chooses the season: the one that is running or comes next, unless the admin says otherwise. */
export function SeasonStep({ seasonYear, pending, onChoose, children }: SeasonStepProps) {
  const { data: plan, error } = useSetupPlan(seasonYear)
  const [chosen, setChosen] = useState<number>()
  if (plan === undefined) return error === null ? <Skeleton height={96} /> : <ErrorBox message={error} />
  const { season_year: suggested, week_number, lock_time } = plan.suggested_week
  const year = chosen ?? suggested
  const hint =
    year === suggested
      ? `Its next week is week ${weekLabel(week_number)}. Picks lock ${ownTimeFirst(lock_time)}.`
      : 'You will see its first week in the last step.'
  return (
    <Form label="Pool season" onSubmit={() => onChoose(year)}>
      <div className={styles.narrow}>
        <SelectField
          label="Season"
          hint={hint}
          value={year}
          options={[suggested - 1, suggested, suggested + 1].map((value) => ({ value, label: String(value) }))}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      <FormActions>
        <Button type="submit" variant="primary" pending={pending}>
          Continue
        </Button>
        {children}
      </FormActions>
    </Form>
  )
}
