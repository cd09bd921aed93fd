import type { SyncStatus } from '@outlast/contract'
import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import type { Query } from '../../api/use-query.ts'
import { preciseTime } from '../../clock/format.ts'
import { deviceNow } from '../../clock/site-clock.ts'
import { useSyncGames } from '../../components/admin/use-sync-games.ts'
import { useSyncStatus } from '../../components/admin/use-sync-status.ts'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { parseWholeNumber } from '../../lib/numbers.ts'
import styles from './admin-weeks.module.css'
import { NumberField } from './fields.tsx'
import { type SyncFailure, syncFailureOf } from './sync-status.ts'

interface SyncCardProps {
  readonly week: WeekInfo
}

/** The game sync with ESPN: its status, and a form to sync now. */
export function SyncCard({ week }: SyncCardProps) {
  const sync = useSyncStatus()
  const [season, setSeason] = useState('')
  const [number, setNumber] = useState('')
  const [failure, setFailure] = useState<SyncFailure>()
  const [summary, setSummary] = useState('')
  const [lastManualSync, setLastManualSync] = useState<string>()
  const syncNow = useSyncGames((error) => setFailure(syncFailureOf(error)))
  const submit = async (): Promise<void> => {
    setFailure(undefined)
    setSummary('')
    const result = await syncNow.run(parseWholeNumber(season) ?? week.season_year, parseWholeNumber(number) ?? week.week_number)
    setLastManualSync(new Date(deviceNow()).toISOString())
    sync.refetch()
    if (result === undefined) return
    const { season_year, week_number, created, updated, total } = result
    setSummary(`${season_year} Week ${week_number}: ${created} created, ${updated} updated, ${total} total`)
  }
  return (
    <Card title="Game Sync" actions={<AutoSyncBadge status={sync.data} />}>
      <SyncFacts sync={sync} lastManualSync={lastManualSync} />
      <Form label="Game Sync" onSubmit={submit}>
        <div className={styles.pair}>
          <NumberField label="Season" value={season} placeholder={String(week.season_year)} onChange={setSeason} />
          <NumberField label="Week" value={number} placeholder={String(week.week_number)} onChange={setNumber} />
        </div>
        <FormActions>
          <Button type="submit" variant="primary" pending={syncNow.pending}>
            Sync ESPN Games
          </Button>
        </FormActions>
        <p className={styles.status} role="status">
          {summary}
        </p>
        {failure !== undefined && <Failure failure={failure} />}
      </Form>
    </Card>
  )
}

function AutoSyncBadge({ status }: { readonly status: SyncStatus | undefined }) {
  if (status === undefined) return null
  return <Badge tone={status.auto_sync ? 'win' : 'neutral'}>{status.auto_sync ? 'Automatic' : 'Manual only'}</Badge>
}

interface SyncFactsProps {
  readonly sync: Query<SyncStatus>
  /** When this page last synced; the server only records automatic syncs. */
  readonly lastManualSync: string | undefined
}

function SyncFacts({ sync: { data: status, error }, lastManualSync = '' }: SyncFactsProps) {
  if (status === undefined) return error === null ? <Skeleton lines={2} /> : <p className={styles.muted}>{error}</p>
  const lastAutoSync = status.last_asked_at ?? ''
  const last = lastAutoSync > lastManualSync ? lastAutoSync : lastManualSync
  return (
    <>
      <dl className={styles.facts}>
        <dt>Last sync</dt>
        <dd>{last === '' ? 'never' : preciseTime(last)}</dd>
        <dt>Next sync</dt>
        <dd>{nextSyncText(status)}</dd>
      </dl>
      {status.last_error !== null && <p className={styles.warning}>Last error: {status.last_error}</p>}
    </>
  )
}

function nextSyncText({ auto_sync, next_ask_at }: SyncStatus): string {
  if (!auto_sync) return 'when you press the button'
  return next_ask_at === null ? 'not scheduled' : preciseTime(next_ask_at)
}

function Failure({ failure: { message, url, details } }: { readonly failure: SyncFailure }) {
  return (
    <ErrorBox message={message}>
      {(url ?? details) !== undefined && (
        <pre className={styles.details}>{[url, details].filter((line) => line !== undefined).join('\n')}</pre>
      )}
    </ErrorBox>
  )
}
