import { type ReactNode, useState } from 'react'
import { ownTimeFirst } from '../../clock/format.ts'
import { lockText } from '@outlast/domain/pool-rules'
import { useLockRule } from '../../desk/use-lock-rule.ts'
import { useOpenWeek } from '../../desk/use-open-week.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { digitsOnly } from '../../lib/numbers.ts'
import styles from './setup.module.css'
import { useSetupPlan } from './use-setup-plan.ts'

interface FirstWeekStepProps {
  readonly seasonYear: number | null
  readonly isOpen: boolean
  readonly onDone: () => void
  /** A button beside the step's own. */
  readonly children: ReactNode
}

/** Opens the first week: adds it, and fetches its games. */
export function FirstWeekStep({ seasonYear, isOpen, onDone, children }: FirstWeekStepProps) {
  const { data: plan, error } = useSetupPlan(seasonYear)
  const [edited, setEdited] = useState<{ readonly season?: string; readonly week?: string }>({})
  const open = useOpenWeek()
  const lockRule = useLockRule()
  if (isOpen) {
    return (
      <>
        <p>Your pool has its first week.</p>
        <FormActions>
          <ButtonLink to="/admin/config">Weeks &amp; Locks</ButtonLink>
          {children}
        </FormActions>
      </>
    )
  }
  if (plan === undefined) return error === null ? <Skeleton height={160} /> : <ErrorBox message={error} />
  const { season_year, week_number, lock_time } = plan.suggested_week
  const season = edited.season ?? String(season_year)
  const week = edited.week ?? String(week_number)
  const isSuggested = season === String(season_year) && week === String(week_number)
  const submit = async (): Promise<void> => {
    if (await open.run({ season_year: Number(season), week_number: Number(week) })) onDone()
  }
  return (
    <Form label="First week" onSubmit={submit}>
      <div className={styles.pair}>
        <TextField
          label="Season"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={season}
          onChange={(event) => setEdited({ ...edited, season: digitsOnly(event.target.value) })}
        />
        <TextField
          label="Week"
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={week}
          onChange={(event) => setEdited({ ...edited, week: digitsOnly(event.target.value) })}
        />
      </div>
      <p className="muted">
        {isSuggested
          ? `Picks lock ${ownTimeFirst(lock_time)}. You can move the lock afterwards.`
          : `Picks lock ${lockText(lockRule)}. You can move the lock afterwards.`}
      </p>
      <FormActions>
        <Button type="submit" variant="primary" disabled={season.length !== 4 || week === ''} pending={open.pending}>
          Open Week {week}
        </Button>
        {children}
      </FormActions>
      <ErrorText>{open.error}</ErrorText>
    </Form>
  )
}
