import { weekLabel } from '@outlast/domain/rules'
import type { Reminders } from '@outlast/contract'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { easternTime } from '../../clock/format.ts'
import { arrivalText, sendingOf } from '../../desk/arrival-text.ts'
import { RehearsalNote } from '../../desk/rehearsal.tsx'
import { useRemindAll } from '../../desk/use-remind-all.ts'
import { preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopic } from '../../live/use-topic.ts'
import { RemindersPanel } from './reminders-panel.tsx'
import styles from './reminders.module.css'

const readReminders = () => api.call('getReminders')

/** The reminders of missing picks: their times, and whom they reached (`/admin/reminders`). */
export function RemindersScreen(): ReactNode {
  // The members who have a pick and the lock of the week change with these topics.
  const versions = [useTopic('admin'), useTopic('pool')].map((topic) => ('version' in topic ? topic.version : 0)).join()
  const { data, error, refetch } = useQuery(readReminders, 'Failed to load the reminders', versions)
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Admin Reminders"
        help="season#every-week"
        back={TO_DESK}
        lead="Nobody should be out because they forgot."
      />
      <div className={styles.columns}>
        <Card title="Reminders and news">
          <RemindersPanel />
        </Card>
        <Card title="Who was reminded">
          <ErrorBox message={error} />
          {data === undefined ? error === null && <Loading /> : <Reminded reminders={data} onSent={refetch} />}
        </Card>
      </div>
    </div>
  )
}

function Reminded({ reminders, onSent }: { readonly reminders: Reminders; readonly onSent: () => void }): ReactNode {
  const { week, sent, reminded } = reminders
  return (
    <>
      {week !== null && <RemindNow reminders={reminders} onSent={onSent} />}
      {week === null && sent.length === 0 && (
        <p className={`note ${styles.muted}`}>There is no open week to remind anybody of.</p>
      )}
      {sent.length > 0 && (
        <ul className={styles.sent}>
          {sent.map(({ at, offset, members, mail, push }) => (
            <li key={`${at}-${offset}`} className={styles.row}>
              <span>
                <strong>{formatCount(members, 'member')}</strong>, {describeOffset(offset)}
              </span>
              <span className={`note ${styles.muted}`}>
                {easternTime(at)} · {mail} by mail, {push} by push · {arrivalText(sendingOf(reminded, at))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {reminded.length > 0 && (
        <details className={styles.details}>
          <summary>Who they are</summary>
          <ul className={styles.people}>
            {reminded.map(({ user_id, at, name, offset, mail, push }) => (
              <li key={`${user_id}-${at}`} className={styles.person}>
                <span>{name}</span>
                <span className={`line ${styles.channels}`}>
                  <span className={`note ${styles.muted}`}>{describeOffset(offset)}</span>
                  {mail && <Badge>Mail</Badge>}
                  {push && <Badge>Push</Badge>}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function RemindNow({ reminders, onSent }: { readonly reminders: Reminders; readonly onSent: () => void }): ReactNode {
  const { enabled, members_without_pick: missing, next_manual_at: next, week } = reminders
  const named = `week ${week === null ? '–' : weekLabel(week.week_number)}`
  const remind = useRemindAll(missing, onSent)
  return (
    <div className={styles.now}>
      <p>
        {missing === 0
          ? `Everybody has picked for ${named}.`
          : `${formatCount(missing, 'member')} ${missing === 1 ? 'has' : 'have'} not picked for ${named}.`}
      </p>
      <RehearsalNote>Reminders go to admins only, until it is cleared.</RehearsalNote>
      {enabled && missing > 0 && (
        <Button variant="primary" pending={remind.pending} disabled={next !== null} onFocus={preloadDialog} onClick={remind.ask}>
          Remind now
        </Button>
      )}
      {next !== null && <p className={`note ${styles.muted}`}>You can remind them again {easternTime(next)}.</p>}
      <ErrorText>{remind.error}</ErrorText>
    </div>
  )
}

function describeOffset(offset: Reminders['sent'][number]['offset']): string {
  if (offset === 'kickoff') return 'before the first kickoff'
  if (offset === 'manual' || offset === 'member') return 'by hand'
  return `${formatCount(offset, 'hour')} before the lock`
}
