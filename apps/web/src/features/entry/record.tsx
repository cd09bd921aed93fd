import type { AuditLine, EntryHistory } from '@outlast/contract'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { preciseTime } from '../../clock/format.ts'
import { withLocalTimes } from '../../clock/local-times.ts'
import { HistoryWeek } from '../../pool/pick-history/pick-history.tsx'
import { Card } from '../../ui/card.tsx'
import type { LoadError } from '../../api/use-query.ts'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type GamesOfWeeks, whyText } from './answer-text.ts'
import styles from './entry.module.css'

const ChangePick = lazyPart(() => import('./change-pick.tsx').then((module) => module.ChangePick))
const UndoNote = lazyPart(() => import('../../desk/undo-note.tsx').then((module) => module.UndoNote))

/** Everything about an entry that the viewer may see. The server decides what that is. */
interface EntryRecord {
  readonly history: EntryHistory
  readonly games: GamesOfWeeks
  /** What happened to the entry itself, and payments for who may see them; newest first. */
  readonly lines: readonly AuditLine[]
}

/** Reads what an entry's page shows. */
export async function readRecord(id: number): Promise<EntryRecord> {
  const trail = (kind: 'entry' | 'payment') => api.call('listAudit', { query: { entry_id: id, kind, limit: 100 } })
  const [history, ...pages] = await Promise.all([api.call('entryHistory', { params: { id } }), trail('entry'), trail('payment')])
  const locked = new Set(history.weeks.filter((week) => week.is_locked).map((week) => week.week_id))
  const games = await Promise.all(
    Array.from(locked, async (week) => [week, await api.call('weekGames', { params: { id: week } })] as const),
  )
  const lines = pages.flatMap((page) => page.lines).sort((a, b) => b.position - a.position)
  return { history, games: new Map(games), lines }
}

interface TheRecordProps {
  readonly id: number
  readonly record: EntryRecord | undefined
  readonly error: LoadError | null
  /** The owner's name, for everybody else. */
  readonly owner: string | undefined
  /** Who picks for the owner, if the reader is the owner. */
  readonly proxy: string | undefined
  readonly isAdmin: boolean
  /** The button that copies it all as an answer. */
  readonly answer: ReactNode
}

/** Every change of the entry's picks with its receipt, and what else happened to it. */
export function TheRecord({ id, record, error, owner, proxy, isAdmin, answer }: TheRecordProps): ReactNode {
  if (record === undefined) return error === null ? <Skeleton height={240} /> : <ErrorBox message={error} />
  const { history, games, lines } = record
  return (
    <>
      {isAdmin && <UndoNote />}
      <Card title="Every pick and change" className="stack3" actions={answer}>
        {history.weeks.length === 0 && <p className="muted">No week with a pick has locked yet.</p>}
        {history.weeks.map((week) => (
          <Fragment key={`${week.week_id} ${week.slot ?? 1}`}>
            <HistoryWeek
              history={history}
              week={week}
              owner={owner}
              proxy={proxy}
              why={week.is_locked ? whyText(week, games) : null}
              level={3}
            />
            {isAdmin && week.is_locked && <ChangePick history={history} week={week} />}
          </Fragment>
        ))}
      </Card>
      <Card title="Entry and payments" className="stack3">
        <ul className={`stack3 ${styles.lines}`}>
          {lines.map(({ position, recorded_at, sentence, reason }) => (
            <li key={position}>
              {withLocalTimes(sentence)}
              {reason !== null && <> Reason: “{reason}”</>}{' '}
              <time className="muted" dateTime={recorded_at}>
                {preciseTime(recorded_at)}
              </time>
            </li>
          ))}
        </ul>
        <p className="muted">
          {paymentsText(isAdmin, owner)} <Link to={`/audit?entry=${id}`}>All of it in the audit trail</Link>
        </p>
      </Card>
    </>
  )
}

/** Says to the reader who sees the payments. */
function paymentsText(isAdmin: boolean, owner: string | undefined): string {
  if (owner === undefined) return 'Only you and the admins see your payments.'
  return isAdmin
    ? 'You see the payments as an admin; of the members, only the owner does.'
    : 'Payments are shown to the owner and to admins only.'
}
