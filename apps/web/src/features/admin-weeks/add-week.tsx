import { slateNumber, weekLabel } from '@outlast/domain/rules'
import { useCallback, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useLockRule } from '../../desk/use-lock-rule.ts'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { useSyncGames } from '../../desk/use-sync-games.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { NumberField } from './fields.tsx'
import { gamesText, lockOptions, parseWeek, shownFields, slatesOf, type TypedWeek } from './next-week.ts'
import { SlatesField } from './slates-field.tsx'
import { isWhole, knownText, splitQuestion, useKnownLabels } from './split-week.ts'

const MINUTE_MS = 60_000

interface AddWeekForm {
  readonly typed: TypedWeek
  readonly lock: string
  readonly starts: ReadonlySet<string>
}

const UNTOUCHED: AddWeekForm = { typed: {}, lock: 'auto', starts: new Set() }

/** Adds a week, by default the one that comes next, with the kickoffs that the feed knows. A week that is there is split into slates. */
export function AddWeek({ asked = {} }: { readonly asked?: TypedWeek | undefined }) {
  const [form, setForm] = useState({ ...UNTOUCHED, typed: asked })
  const { typed, lock, starts } = form
  const lockRule = useLockRule()
  const [formError, setFormError] = useState('')
  const confirmCalls = useConfirmCalls()
  const { next, shown } = useNextWeek(typed)
  const { season, week } = shownFields(typed, next)
  const options = shown === undefined ? [] : lockOptions(shown, lockRule)
  const lock_time = options.some(({ value }) => value === lock) ? lock : 'auto'
  const slates = shown === undefined ? [] : slatesOf(shown, starts)
  const known = useKnownLabels(season, week)
  const isThere = known.length > 0
  const splits = isThere && slates.length > 0
  const when = slates.length > 0 ? { slates: slates.slice(1).flatMap(({ days }) => days[0]?.starts_at ?? []) } : { lock_time }
  const add = useAction(
    (body: { readonly season_year: number; readonly week_number: number }, confirmed: Confirmed) =>
      write('createWeek', { body: { ...body, ...when }, ...confirmed }),
    {
      success: (added) =>
        slates.length > 0
          ? `Weeks ${slates.map(({ label }) => label).join(', ')} (${added.season_year}) created`
          : `Week ${weekLabel(added.week_number)} (${added.season_year}) created`,
      fallback: 'Failed to create week',
    },
  )
  const sync = useSyncGames()
  const change = (change: TypedWeek): void => {
    setForm({ ...UNTOUCHED, typed: { season, week, ...change } })
  }
  /** Whether a later form is still what this one shows. */
  const isUnchanged = (later: AddWeekForm): boolean => {
    const shownLater = shownFields(later.typed, next)
    return shownLater.season === season && shownLater.week === week && later.lock === lock && later.starts === starts
  }
  const submit = async (): Promise<void> => {
    const parsed = parseWeek(season, week)
    setFormError(parsed === undefined ? 'Enter a valid season year and week number' : '')
    add.clearError()
    sync.clearError()
    if (parsed === undefined) return
    const body = { season_year: parsed.season, week_number: parsed.week }
    const question = splits
      ? splitQuestion(parsed, slates)
      : {
          title: `Add week ${weekLabel(parsed.week)} of ${parsed.season}?`,
          message: 'The lock time of this week has passed, so it locks at once. The rules of its season cannot change any more.',
          confirmLabel: 'Add Week',
          danger: true,
        }
    const call = { call: 'createWeek' as const, body: { ...body, ...when } }
    const confirmed = await confirmCalls(question, [call], splits ? {} : { onlyIf: hasConsequences })
    if (confirmed === undefined || (await add.run(body, confirmed)) === undefined) return
    // Nobody can pick in a slate before its games are known.
    if (slates.length > 0) await sync.run(parsed.season, slateNumber(parsed.week, 0))
    setForm((now) => (isUnchanged(now) ? UNTOUCHED : now))
  }
  return (
    <Form label="Add Week" onSubmit={submit}>
      {/* What a field shows when it gets the focus stays: a schedule that arrives later must not mix with what is typed. */}
      <div className={styles.addWeek} onFocus={() => setForm({ ...form, typed: { season, week } })}>
        <NumberField label="New Season" value={season} placeholder="2025" onChange={(value) => change({ season: value })} />
        <NumberField label="Week" value={week} placeholder="1" onChange={(value) => change({ week: value })} />
        <Button type="submit" disabled={season === '' || week === ''} pending={add.pending}>
          {splits ? 'Split Week' : 'Add Week'}
        </Button>
      </div>
      {isThere && <p className="note">{knownText(week, known)}</p>}
      {shown !== undefined && (!isThere || isWhole(week, known)) && (
        <>
          {slates.length === 0 ? (
            !isThere && (
              <>
                <SelectField
                  label="Locks"
                  value={lock_time}
                  options={options}
                  hint={gamesText(shown)}
                  onChange={(event) => setForm({ ...form, lock: event.target.value })}
                />
                <PastLockNote lockTime={lock_time === 'auto' ? shown.lock_time : lock_time} />
              </>
            )
          ) : (
            <p className="note">Each slate locks when the rules say, at the latest when its first game kicks off.</p>
          )}
          <SlatesField week={shown} starts={starts} isOpen={isThere} onChange={(next) => setForm({ ...form, starts: next })} />
        </>
      )}
      <ErrorText>{formError || add.error || sync.error}</ErrorText>
    </Form>
  )
}

/** Loads the week that comes next, and the one in the fields if that is another. */
function useNextWeek(typed: TypedWeek) {
  const weeks = useTopicView('pool', (view) => view.weeks.map(({ id }) => id).join())
  const fetchNext = useCallback(() => api.call('nextWeek', { query: {} }), [])
  const { data: next } = useQuery(fetchNext, 'Failed to load the schedule', weeks)
  const { season, week } = shownFields(typed, next)
  const parsed = parseWeek(season, week)
  const isNext = parsed !== undefined && parsed.season === next?.season_year && parsed.week === next.week_number
  const [year, number] = isNext ? [] : [parsed?.season, parsed?.week]
  const fetchTyped = useCallback(
    () =>
      year === undefined || number === undefined
        ? Promise.resolve(undefined)
        : api.call('nextWeek', { query: { season: year, week: number } }),
    [year, number],
  )
  const { data: other } = useQuery(fetchTyped, 'Failed to load the schedule')
  const isOther = other !== undefined && other.season_year === year && other.week_number === number
  return { next, shown: isNext ? next : isOther ? other : undefined }
}

function PastLockNote({ lockTime }: { readonly lockTime: string }) {
  if (Date.parse(lockTime) > useSiteNow(MINUTE_MS)) return null
  return <p className={styles.warning}>This lock time has passed: the week would lock at once.</p>
}
