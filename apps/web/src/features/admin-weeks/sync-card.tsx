import type { SyncStatus } from '@outlast/contract'
import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { deviceNow } from '../../clock/site-clock.ts'
import { preciseTime } from '../../clock/format.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import styles from './admin-weeks.module.css'
import { type SyncFailure, syncFailureOf } from './sync-status.ts'
import { type SyncState, useSyncStatus } from './sync-status.ts'
import { digitsOf, numberOf } from './week-choice.ts'

interface SyncCardProps {
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
}

/** Games from ESPN: how the automatic sync stands, and asking by hand. */
export function SyncCard({ week, games }: SyncCardProps) {
  const sync = useSyncStatus(games)
  const [season, setSeason] = useState('')
  const [number, setNumber] = useState('')
  const [failure, setFailure] = useState<SyncFailure>()
  const [outcome, setOutcome] = useState('')
  const [askedAt, setAskedAt] = useState<string>()
  const ask = useAction(
    (season_year: number, week_number: number) =>
      write('syncGames', { body: { season_year, week_number } }).catch(rethrow(setFailure)),
    {
      success: ({ created, updated, total }) => `Synced: ${created} created, ${updated} updated, ${total} total`,
      fallback: 'Failed to sync from ESPN',
    },
  )
  const submit = async (): Promise<void> => {
    setFailure(undefined)
    setOutcome('')
    const answer = await ask.run(numberOf(season) ?? week.season_year, numberOf(number) ?? week.week_number)
    setAskedAt(new Date(deviceNow()).toISOString())
    sync.refresh()
    if (answer === undefined) return
    const { season_year, week_number, created, updated, total } = answer
    setOutcome(`${season_year} Week ${week_number}: ${created} created, ${updated} updated, ${total} total`)
  }
  return (
    <Card title="Game Sync" actions={<AutoBadge status={sync.status} />}>
      <SyncFacts sync={sync} askedHere={askedAt} />
      <Form label="Game Sync" onSubmit={submit}>
        <div className={styles.pair}>
          <Digits label="Season" value={season} placeholder={String(week.season_year)} onChange={setSeason} />
          <Digits label="Week" value={number} placeholder={String(week.week_number)} onChange={setNumber} />
        </div>
        <FormActions>
          <Button type="submit" variant="primary" pending={ask.pending}>
            Sync ESPN Games
          </Button>
        </FormActions>
        <p className={styles.status} role="status">
          {outcome}
        </p>
        {failure !== undefined && <Failure failure={failure} />}
      </Form>
    </Card>
  )
}

const rethrow =
  (tell: (failure: SyncFailure) => void) =>
  (error: unknown): never => {
    tell(syncFailureOf(error))
    throw error
  }

interface DigitsProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (digits: string) => void
}

/** A whole number to type: digits only. */
export function Digits({ label, value, placeholder, onChange }: DigitsProps) {
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange(digitsOf(event.target.value).slice(0, 4))}
    />
  )
}

function AutoBadge({ status }: { readonly status: SyncStatus | undefined }) {
  if (status === undefined) return null
  return <Badge tone={status.auto_sync ? 'win' : 'neutral'}>{status.auto_sync ? 'Automatic' : 'By hand only'}</Badge>
}

interface SyncFactsProps {
  readonly sync: SyncState
  /** When the button was pressed last; the server keeps the automatic asks only. */
  readonly askedHere: string | undefined
}

function SyncFacts({ sync: { status, failed }, askedHere = '' }: SyncFactsProps) {
  if (status === undefined) return failed ? <p className={styles.muted}>Failed to load the sync state</p> : <Skeleton lines={2} />
  const askedBySelf = status.last_asked_at ?? ''
  const last = askedBySelf > askedHere ? askedBySelf : askedHere
  return (
    <>
      <dl className={styles.facts}>
        <dt>Last asked</dt>
        <dd>{last === '' ? 'not yet' : preciseTime(last)}</dd>
        <dt>Next ask</dt>
        <dd>{nextText(status)}</dd>
      </dl>
      {status.last_error !== null && <p className={styles.warning}>Last answer: {status.last_error}</p>}
    </>
  )
}

function nextText({ auto_sync, next_ask_at }: SyncStatus): string {
  if (!auto_sync) return 'when you ask'
  return next_ask_at === null ? 'not planned' : preciseTime(next_ask_at)
}

function Failure({ failure: { sentence, url, details } }: { readonly failure: SyncFailure }) {
  return (
    <ErrorBox message={sentence}>
      {(url ?? details) !== undefined && (
        <pre className={styles.details}>{[url, details].filter((part) => part !== undefined).join('\n')}</pre>
      )}
    </ErrorBox>
  )
}
