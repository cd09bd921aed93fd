import type { AdminEntry, Reminders } from '@outlast/contract'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { api, write } from '../../api/client.ts'
import { deviceNow, useSiteNow } from '../../clock/site-clock.ts'
import { AskAll } from '../../desk/ask-all.tsx'
import { followReminder } from '../../desk/follow-sending.ts'
import { PickDialog } from '../../desk/pick-dialog.tsx'
import { useIsRehearsal } from '../../desk/rehearsal.tsx'
import { useRoster } from '../../desk/roster.ts'
import { answersText } from '../../desk/answers-text.ts'
import { answersOf } from '../../desk/same-again.ts'
import { useRemindAll } from '../../desk/use-remind-all.ts'
import { WindowedRows } from '../../desk/windowed-rows.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { callList, missingMembers, type MissingMember, reminderStateOf, waitForAllText } from './missing-members.ts'
import styles from './missing-step.module.css'
import type { CurrentWeek } from './use-desk.ts'
import { useWatched } from './use-watched.ts'

const MINUTE_MS = 60_000

interface MissingStepProps {
  readonly current: CurrentWeek
  /** The lock is near: calling comes before reminding. */
  readonly isCallList: boolean
}

const readReminders = () => api.call('getReminders')

/** Who has no pick yet, how to reach them, and an admin’s pick for a member who calls. Updated live as picks come in. */
export function MissingStep({ current, isCallList }: MissingStepProps): ReactNode {
  const { alive, missing, picked, withoutTeam } = current
  const { picks } = current.view.week
  const isRehearsal = useIsRehearsal()
  const members = useMemo(() => missingMembers(missing, picks, picked, withoutTeam), [missing, picks, picked, withoutTeam])
  const { data: reminders, refetch } = useWatched(readReminders, 'Failed to load the reminders')
  const [chosen, setChosen] = useState<AdminEntry>()
  if (alive.length === 0) return <Nobody season={current.season.season_year} />
  return (
    <div id="missing">
      <Card
        title={titleOf(members.length, isCallList, picks !== undefined)}
        actions={
          members.length > 0 && <AllActions members={members} reminders={reminders} isCallList={isCallList} onSent={refetch} />
        }
      >
        {members.length === 0 ? (
          <p>
            All {formatCount(alive.length, 'entry', 'entries')} have {picks === undefined ? 'a pick' : 'their picks'}. Nothing is
            to do until the lock.
          </p>
        ) : (
          <div className="stack" role="list" aria-label="Who has not picked">
            <WindowedRows
              rows={members}
              rowKey={({ id }) => id}
              render={(member) => (
                <Row
                  member={member}
                  reminders={reminders}
                  onSent={refetch}
                  onEnter={(id) => setChosen(missing.find((entry) => entry.id === id))}
                />
              )}
            />
          </div>
        )}
        {isRehearsal && members.length > 0 && (
          <p className={styles.off}>This is a rehearsal: site time is overridden, so reminders go to admins only.</p>
        )}
        {reminders?.enabled === false && members.length > 0 && (
          <p className={styles.off}>
            Reminders are off.{' '}
            <ButtonLink size="small" to="/admin/reminders">
              Switch reminders on
            </ButtonLink>
          </p>
        )}
      </Card>
      {chosen !== undefined && (
        <PickDialog
          key={chosen.id}
          row={{
            entryId: chosen.id,
            entryName: chosen.name,
            userName: chosen.user_name,
            pickId: null,
            team: null,
            isHidden: false,
          }}
          week={current.view.week}
          games={current.view.games}
          open
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}

function titleOf(members: number, isCallList: boolean, isSeveral: boolean): string {
  if (members === 0) return 'Everybody has picked'
  return `${isCallList ? 'Call them' : isSeveral ? 'Who lacks a pick' : 'Who has not picked'} (${formatNumber(members)})`
}

/** Nobody plays yet. Where a season was before, its members are asked; they need no invitation. */
function Nobody({ season }: { readonly season: number }) {
  const { entries, refresh } = useRoster()
  const { open } = answersOf(entries.status === 'ready' ? entries.rows : [], season)
  if (open.length > 0) {
    return (
      <Card title={`Nobody plays ${season} yet`}>
        <p>{answersText(0, open.length)} Members are asked “Same again?” on their dashboard.</p>
        <AskAll open={open} year={season} onRenewed={refresh} />
      </Card>
    )
  }
  return (
    <EmptyState
      title="Nobody plays yet"
      action={
        <ButtonLink to="/admin/users" variant="primary">
          Invite members
        </ButtonLink>
      }
    >
      Send members the address of the pool or an invitation, or import a list of them.
    </EmptyState>
  )
}

interface AllActionsProps {
  readonly members: readonly MissingMember[]
  readonly reminders: Reminders | undefined
  readonly isCallList: boolean
  readonly onSent: () => void
}

function AllActions({ members, reminders, isCallList, onSent }: AllActionsProps) {
  const remind = useRemindAll(members.length, onSent)
  const wait = waitForAllText(reminders?.next_manual_at ?? null)
  const copy = async (): Promise<void> => {
    toast((await copyText(callList(members))) ? 'Call list copied' : 'Your browser does not allow copying')
  }
  return (
    <>
      {wait !== null && <span className={styles.wait}>{wait}</span>}
      <Button size="small" variant={isCallList ? 'primary' : 'secondary'} onClick={copy}>
        Copy call list
      </Button>
      <Button
        size="small"
        variant={isCallList ? 'secondary' : 'primary'}
        pending={remind.pending}
        disabled={reminders === undefined || !reminders.enabled || wait !== null}
        onFocus={preloadDialog}
        onClick={remind.ask}
      >
        Remind all
      </Button>
      <ErrorText>{remind.error}</ErrorText>
    </>
  )
}

/** Says why a member cannot be reminded; undefined if nothing is in the way. */
function whyNot(reminders: Reminders | undefined, canPick: boolean): string | undefined {
  if (!canPick) return 'No reminder: it has no team left'
  return reminders?.enabled === false ? 'No reminder: they are switched off' : undefined
}

interface RowProps {
  readonly member: MissingMember
  readonly reminders: Reminders | undefined
  readonly onSent: () => void
  /** Opens the pick of one of the member's entries. */
  readonly onEnter: (entryId: number) => void
}

function Row({ member, reminders, onSent, onEnter }: RowProps) {
  const { id, name, email, mobile, entries } = member
  useSiteNow(MINUTE_MS)
  const isRehearsal = useIsRehearsal()
  const canPick = entries.some(({ hasTeam }) => hasTeam)
  const { canRemind, text } = reminderStateOf(reminders?.reminded ?? [], id, deviceNow())
  const remind = useAction(
    async () => {
      const { members } = await write('sendReminders', { body: { user_id: id } }).finally(onSent)
      if (members === 0) {
        return isRehearsal
          ? `Only admins are reminded during a rehearsal, not ${name}`
          : `No reminder reaches ${name}: call instead`
      }
      const arrived = await followReminder()
      onSent()
      return `Reminder for ${name}: ${arrived}`
    },
    { success: (text) => text, fallback: 'Failed to send the reminder' },
  )
  return (
    <div className={styles.row} role="listitem">
      <p className={styles.name}>
        <strong>{name}</strong>
        <span>
          {entries.map(({ id, label }, i) => (
            <Fragment key={id}>
              {i > 0 && ', '}
              <Link to={`/entry/${id}`}>{label}</Link>
            </Fragment>
          ))}
        </span>
      </p>
      <p className={styles.contact}>
        {mobile !== null && <a href={`tel:${mobile}`}>{mobile}</a>}
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className={styles.reminded}>{text ?? whyNot(reminders, canPick)}</p>
      <div className={styles.buttons}>
        <Button
          size="small"
          pending={remind.pending}
          disabled={reminders === undefined || !reminders.enabled || !canRemind || !canPick}
          onClick={() => remind.run()}
        >
          Remind<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        {entries.map((entry) => (
          <Button key={entry.id} size="small" variant="quiet" onFocus={preloadDialog} onClick={() => onEnter(entry.id)}>
            {entries.length === 1 ? 'Enter a pick' : `Pick for ${entry.name}`}
            {entries.length === 1 && <VisuallyHidden> for {name}</VisuallyHidden>}
          </Button>
        ))}
      </div>
      <ErrorText>{remind.error}</ErrorText>
    </div>
  )
}
