import { type ReactNode, useState } from 'react'
import { errorMessage, write } from '../../api/client.ts'
import { easternTime } from '../../clock/format.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { useConfirmSync } from '../../desk/use-sync-games.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { toast } from '../../ui/toast.tsx'
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

interface NewWeek {
  readonly season_year: number
  readonly week_number: number
}

/** Opens the first week: adds it, and fetches its games. */
export function FirstWeekStep({ seasonYear, hasWeeks, onDone, children }: FirstWeekStepProps) {
  const { data: plan, error, retry } = useSetupPlan(seasonYear)
  const [edited, setEdited] = useState<{ readonly season?: string; readonly week?: string }>({})
  const confirmCalls = useConfirmCalls()
  const confirmSync = useConfirmSync()
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
    const body = { season_year: Number(season), week_number: Number(week) }
    const question = { title: `Open week ${week} of ${season}?`, confirmLabel: `Open Week ${week}`, danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'createWeek', body }], { onlyIf: hasConsequences })
    const result = confirmed && (await open.run(body, confirmed, confirmSync))
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

type ConfirmSync = ReturnType<typeof useConfirmSync>

/** Adds the week and fetches its games. Without them the week opens all the same: an admin can fetch them later. */
async function openWeek(body: NewWeek, confirmed: Confirmed, confirmSync: ConfirmSync): Promise<string> {
  const { season_year, week_number } = body
  await write('createWeek', { body, ...confirmed })
  try {
    const sync = await confirmSync(season_year, week_number)
    if (sync === undefined) return `Week ${week_number} is open. Its games are missing: fetch them under Weeks & Locks`
    const { total } = await write('syncGames', { body, ...sync })
    const games = total === 0 ? 'Its games are not known yet' : `It has ${formatCount(total, 'game')}`
    return `Week ${week_number} is open. ${games}`
  } catch (error) {
    return `Week ${week_number} is open. Its games are missing: ${errorMessage(error, 'fetch them under Weeks & Locks')}`
  }
}
