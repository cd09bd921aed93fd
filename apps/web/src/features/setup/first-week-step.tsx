import { type ReactNode, useState } from 'react'
import { errorMessage, write } from '../../api/client.ts'
import { easternTime } from '../../clock/format.ts'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { ErrorBox, ErrorText } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { toast } from '../../components/ui/toast.tsx'
import { digitsOnly, formatCount } from '../../lib/numbers.ts'
import styles from './setup.module.css'
import { useSetupPlan } from './use-setup-plan.ts'

interface FirstWeekStepProps {
  readonly seasonYear: number | null
  readonly hasWeeks: boolean
  readonly onDone: () => void
  /** A button beside the step's own. */
  readonly children: ReactNode
}

/** Opens the first week: adds it, and fetches its games. */
export function FirstWeekStep({ seasonYear, hasWeeks, onDone, children }: FirstWeekStepProps) {
  const { data: plan, error, retry } = useSetupPlan(seasonYear)
  const [edited, setEdited] = useState<{ readonly season?: string; readonly week?: string }>({})
  const open = useAction(openWeek, { fallback: 'Failed to create week' })
  if (hasWeeks) {
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
  if (plan === undefined) return error === null ? <Skeleton height={160} /> : <ErrorBox message={error} onRetry={retry} />
  const { season_year, week_number, lock_time } = plan.suggested_week
  const season = edited.season ?? String(season_year)
  const week = edited.week ?? String(week_number)
  const isSuggested = season === String(season_year) && week === String(week_number)
  const submit = async (): Promise<void> => {
    const result = await open.run(Number(season), Number(week))
    if (result === undefined) return
    toast(result)
    onDone()
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
      <p className={styles.lead}>
        {isSuggested
          ? `Picks lock ${easternTime(lock_time)}. You can move the lock afterwards.`
          : 'Picks lock on its Sunday at 12:00 PM Eastern. You can move the lock afterwards.'}
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

/** Adds the week and fetches its games. Without them the week opens all the same: an admin can fetch them later. */
async function openWeek(season_year: number, week_number: number): Promise<string> {
  await write('createWeek', { body: { season_year, week_number } })
  try {
    const { total } = await write('syncGames', { body: { season_year, week_number } })
    const games = total === 0 ? 'Its games are not known yet' : `It has ${formatCount(total, 'game')}`
    return `Week ${week_number} is open. ${games}`
  } catch (error) {
    return `Week ${week_number} is open. Its games are missing: ${errorMessage(error, 'fetch them under Weeks & Locks')}`
  }
}
