import type { WeekInfo } from '@outlast/contract/live'
import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import { type ReactNode, useCallback } from 'react'
import { Link } from 'wouter'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { easternTimeOfDay } from '../../clock/format.ts'
import { deviceNow, useSiteNow } from '../../clock/site-clock.ts'
import { actionText } from '../../desk/undo-text.ts'
import { useSyncGames } from '../../desk/use-sync-games.ts'
import { notAskedText, unreadText } from '../../desk/sync-text.ts'
import { useSyncStatus } from '../../desk/use-sync-status.ts'
import { useUndo } from '../../desk/use-undo.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import styles from './game-day-rail.module.css'
import { agoText, type RailLine, railLines } from './rail-lines.ts'
import { WaitingGames } from './waiting-games.tsx'
import { summarizeWeek } from './week-summary.ts'

const SECOND_MS = 1000

/** One line for each thing that may need an admin's hand, with what to do about it. */
export function GameDayRail() {
  const pool = viewOf(useTopic('pool'))
  const admin = viewOf(useTopic('admin'))
  const week = pool?.weeks.find(({ id }) => id === pool.current_week_id)
  const season = viewOf(useTopic(week === undefined ? null : seasonTopic(week.season_year)))
  const games = useTopicView(week === undefined ? null : weekTopic(week.id), (view) => view.games) ?? []
  const corrections = useCorrections(week?.is_locked === true ? week.id : undefined, season)
  const summary = pool && admin && summarizeWeek(pool, admin, season)
  const lines = railLines({ summary, games, admin, corrections })
  const unfinished = season?.weeks.filter(({ is_locked, is_complete }) => is_locked && !is_complete) ?? []
  return (
    <Card title="Game day">
      <ul className={styles.rail}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
        {unfinished.map(({ id }) => (
          <WaitingGames key={id} weekId={id} />
        ))}
        {admin !== undefined && lines.length === 0 && unfinished.length === 0 && (
          <li className={styles.line} data-tone="calm">
            <p>Nothing waits for you.</p>
          </li>
        )}
        {week !== undefined && <FeedLine week={week} />}
        <UndoLine />
      </ul>
    </Card>
  )
}

/** The times of the week's corrected scores, the newest first. They have no live view; a new result looks for them. */
function useCorrections(weekId: number | undefined, version: unknown): readonly string[] {
  const fetchLines = useCallback(
    () =>
      weekId === undefined
        ? Promise.resolve([])
        : api
            .call('listAudit', { query: { kind: 'game', progress: 'hide', week_id: weekId, limit: 200 } })
            .then((page) => page.lines),
    [weekId],
  )
  const { data = [] } = useQuery(fetchLines, 'Failed to load the corrections', version)
  return data.filter(({ type }) => type === 'ScoreCorrected').map(({ site_time }) => easternTimeOfDay(site_time))
}

function Line({ line }: { readonly line: RailLine }) {
  const { count, text, action, to } = line
  return (
    <li className={styles.line} data-tone="todo">
      <p>
        <strong>{count.toLocaleString('en-US')}</strong> {text}
      </p>
      {to === undefined ? <Remind count={count} label={action} /> : <LinkTo to={to}>{action}</LinkTo>}
    </li>
  )
}

function LinkTo({ to, children }: { readonly to: string; readonly children: string }) {
  if (!to.startsWith('#')) {
    return (
      <ButtonLink size="small" to={to}>
        {children}
      </ButtonLink>
    )
  }
  return (
    <Link className={styles.below} to={to}>
      {children}
    </Link>
  )
}

function Remind({ count, label }: { readonly count: number; readonly label: string }) {
  const confirm = useConfirm()
  const send = useAction(() => write('sendReminders', { body: {} }), {
    success: ({ members }) => `Reminded ${formatCount(members, 'member')}`,
    fallback: 'Failed to send reminders',
  })
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Remind everybody without a pick now?',
      message: `${formatCount(count, 'entry', 'entries')} without a pick. Their members get a message at once, also at night. You can do this once an hour.`,
      confirmLabel: 'Remind now',
    })
    if (isSure) await send.run()
  }
  return (
    <>
      <Button size="small" variant="primary" pending={send.pending} onClick={ask}>
        {label}
      </Button>
      <LineError>{send.error}</LineError>
    </>
  )
}

interface FeedLineProps {
  readonly week: Pick<WeekInfo, 'id' | 'season_year' | 'week_number'>
}

function FeedLine({ week: { id, season_year, week_number } }: FeedLineProps) {
  const { data: status, refetch } = useSyncStatus()
  const sync = useSyncGames()
  if (status === undefined) return null
  const run = async (): Promise<void> => {
    await sync.run(season_year, week_number)
    refetch()
  }
  const { last_asked_at: at, last_asked_by: by } = status
  const paused = notAskedText(status, id)
  const isCalm = status.last_error === null && status.weeks.every(({ unread }) => unread.length === 0)
  return (
    <li className={styles.line} data-tone={isCalm ? 'calm' : 'todo'}>
      <p>
        {at === null ? 'Scoreboard not asked yet' : <FeedAge at={at} />}
        {by !== null && by !== 'automatic' && <small>, by {by}</small>}
        {paused !== null && <small> · Not asked automatically: {paused}.</small>}
      </p>
      <Button size="small" pending={sync.pending} onClick={run}>
        Sync
      </Button>
      <LineError>{sync.error ?? status.last_error}</LineError>
      {status.weeks.map(({ week_id, week_number: number, unread }) =>
        unread.map((part, index) => (
          <LineError key={`${week_id} ${index}`}>
            Week {number}: {unreadText(part)}
          </LineError>
        )),
      )}
    </li>
  )
}

/** Renders each second, apart from everything else. */
function FeedAge({ at }: { readonly at: string }) {
  useSiteNow(SECOND_MS)
  return (
    <>
      Scoreboard asked <strong>{agoText(deviceNow() - Date.parse(at))}</strong> ago
    </>
  )
}

/** Shows the last action even when it cannot be taken back any more, with the reason. */
function UndoLine() {
  const undo = useUndo()
  if (undo === undefined) return null
  return (
    <li className={styles.line} data-tone="calm">
      <p>
        {actionText(undo.action)} <small>{easternTimeOfDay(undo.action.done_at)}</small>
      </p>
      {undo.problem === null ? (
        <Button size="small" pending={undo.state.pending} onClick={undo.ask}>
          Undo
        </Button>
      ) : (
        <small className={styles.problem}>{undo.problem}</small>
      )}
      <LineError>{undo.state.error}</LineError>
    </li>
  )
}

function LineError({ children }: { readonly children: ReactNode }) {
  return children === null ? null : (
    <div className={styles.error}>
      <ErrorText>{children}</ErrorText>
    </div>
  )
}
