import { weekLabel } from '@outlast/domain/rules'
import type { SyncStatus } from '@outlast/contract'
import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import type { Query } from '../../api/use-query.ts'
import { preciseTime } from '../../clock/format.ts'
import { ScoreboardQuestions } from '../../desk/games-by-hand/scoreboard-questions.tsx'
import { pausedText, syncLines, unreadTexts } from '../../desk/sync-text.ts'
import { useSyncGames } from '../../desk/use-sync-games.tsx'
import { useSyncStatus } from '../../desk/use-sync-status.ts'
import { Form, FormActions, FormStatus } from '../../ui/forms/form.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
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
  const syncNow = useSyncGames((error) => setFailure(syncFailureOf(error)))
  const submit = async (): Promise<void> => {
    setFailure(undefined)
    setSummary('')
    const result = await syncNow.run(parseWholeNumber(season) ?? week.season_year, parseWholeNumber(number) ?? week.week_number)
    sync.refetch()
    if (result === undefined) return
    const { season_year, week_number, created, updated, total, unread } = result
    const counts = `${created} created, ${updated} updated, ${total} total`
    setSummary(
      `${season_year} Week ${weekLabel(week_number)}: ${counts}${unread.length === 0 ? '' : `. ${unreadTexts(unread).join('; ')}`}`,
    )
  }
  return (
    <Card title="Game Sync" actions={<AutoSyncBadge status={sync.data} />}>
      <SyncFacts sync={sync} />
      <Form label="Game Sync" onSubmit={submit}>
        <div className={styles.pair}>
          <NumberField label="Season" value={season} placeholder={String(week.season_year)} onChange={setSeason} />
          <NumberField label="Week" value={number} placeholder={weekLabel(week.week_number)} onChange={setNumber} />
        </div>
        <FormActions>
          <Button type="submit" pending={syncNow.pending}>
            Sync ESPN Games
          </Button>
        </FormActions>
        <FormStatus>{summary}</FormStatus>
        {failure !== undefined && <Failure failure={failure} />}
      </Form>
    </Card>
  )
}

function AutoSyncBadge({ status }: { readonly status: SyncStatus | undefined }) {
  if (status === undefined) return null
  return <Badge tone={status.auto_sync ? 'win' : 'neutral'}>{status.auto_sync ? 'Automatic' : 'Manual only'}</Badge>
}

function SyncFacts({ sync: { data: status, error, refetch } }: { readonly sync: Query<SyncStatus> }) {
  if (status === undefined) return error === null ? <Skeleton lines={2} /> : <ErrorBox message={error} />
  const { last_asked_at: last, last_asked_by: by } = status
  return (
    <>
      <dl className={styles.facts}>
        <dt>Last update</dt>
        <dd>{last === null ? 'never' : `${preciseTime(last)}${by === 'automatic' || by === null ? '' : ` by ${by}`}`}</dd>
        <dt>Next update</dt>
        <dd>{nextSyncText(status)}</dd>
      </dl>
      <ul className="small">
        {syncLines(status).map(({ text, unread }) => (
          <li key={text}>
            {text}
            {unread.map((part) => (
              <p key={part} className={styles.warning}>
                {part}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <ScoreboardQuestions weeks={status.weeks} onAnswered={refetch} />
      {status.last_error !== null && <p className={styles.warning}>Last error: {status.last_error}</p>}
    </>
  )
}

function nextSyncText(status: SyncStatus): string {
  if (!status.auto_sync) return 'when you press the button'
  if (status.next_ask_at !== null) return preciseTime(status.next_ask_at)
  return `not scheduled: ${pausedText(status) ?? 'no week is asked for'}`
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
