import type { InvitedMember, InvitedMembers as InvitedList } from '@outlast/contract/rest/admin/invited'
import { useEffect, useMemo } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { invitationText, mailsText } from '../../desk/arrival-text.ts'
import { useRoster } from '../../desk/roster.ts'
import { useServerStatus } from '../../desk/server-status.tsx'
import { WindowedRows } from '../../desk/windowed-rows.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { afterDeviceTime } from '../../lib/device-clock-timer.ts'
import { useTopic } from '../../live/use-topic.ts'
import styles from './joining.module.css'

/** How many of a member's entries are in and out. */
type Standing = readonly [alive: number, out: number]

const readInvited = () => api.call('invitedMembers')

/** The members who have not joined yet: how far their invitations are, and how their entries stand. Shows nothing once all have joined. */
export function InvitedMembers() {
  const admin = useTopic('admin')
  const { data, error, refetch } = useQuery(readInvited, 'Failed to load who was invited', 'version' in admin && admin.version)
  useLookingAgain(data, refetch)
  const standings = useStandings()
  const sendsMail = useServerStatus()?.sends_mail !== false
  const confirm = useConfirm()
  const invite = useAction(
    (ids: readonly number[]) => write('inviteMembers', { body: { user_ids: [...ids] } }).finally(refetch),
    {
      success: ({ mails }) => (sendsMail ? `${formatCount(mails, 'mail')} on the way` : mailsText(mails, false)),
      fallback: 'Failed to send the invitations',
    },
  )
  if (data === undefined) return <ErrorBox message={error} />
  const { members, joined } = data
  if (members.length === 0) return null
  const due = members.filter(({ next_at: next }) => next === null)
  const askAndInvite = async (): Promise<void> => {
    if (await confirm(questionAbout(due, standings, sendsMail))) await invite.run(due.map(({ user_id: id }) => id))
  }
  return (
    <Card
      title={`Not joined yet (${formatNumber(members.length)})`}
      actions={
        due.length > 0 && (
          <Button size="small" variant="primary" pending={invite.pending} onClick={() => void askAndInvite()}>
            {due.every(({ state }) => state === 'not_invited') ? 'Invite' : 'Remind'} all {formatNumber(due.length)}
          </Button>
        )
      }
    >
      <p className="note">{formatCount(joined, 'member has', 'members have')} joined.</p>
      <ErrorText>{invite.error}</ErrorText>
      <ErrorBox message={error} />
      <div className={styles.list} role="list" aria-label="Not joined yet">
        <WindowedRows
          rows={members}
          rowKey={({ user_id: id }) => id}
          render={(member) => (
            <MemberRow
              member={member}
              standing={standings.get(member.user_id)}
              pending={invite.pending}
              onInvite={() => void invite.run([member.user_id])}
            />
          )}
        />
      </div>
    </Card>
  )
}

/** How often the list is read again: soon while a mail is on its way, and otherwise because nothing tells of links that are opened. */
const LOOK_AGAIN_MS = { waiting: 1_000, idle: 15_000 } as const

function useLookingAgain(data: InvitedList | undefined, refetch: () => void): void {
  useEffect(() => {
    if (data === undefined || data.members.length === 0) return undefined
    const isWaiting = data.members.some(({ arrived }) => arrived === 'waiting')
    return afterDeviceTime(LOOK_AGAIN_MS[isWaiting ? 'waiting' : 'idle'], refetch)
  }, [data, refetch])
}

interface MemberRowProps {
  readonly member: InvitedMember
  readonly standing: Standing | undefined
  readonly pending: boolean
  readonly onInvite: () => void
}

function MemberRow({ member, standing, pending, onInvite }: MemberRowProps) {
  const { name, state, next_at: next } = member
  return (
    <div className={styles.row} role="listitem">
      <div className={styles.rowText}>
        <strong>{name}</strong>
        <span className="note">{[standingText(standing), invitationText(member)].filter(Boolean).join(' · ')}</span>
      </div>
      <Button size="small" disabled={next !== null || pending} onClick={onInvite}>
        {state === 'not_invited' ? 'Invite' : 'Remind'}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </div>
  )
}

function useStandings(): ReadonlyMap<number, Standing> {
  const { entries } = useRoster()
  const rows = entries.status === 'ready' ? entries.rows : undefined
  return useMemo(() => {
    const found = new Map<number, Standing>()
    for (const { user_id: id, is_eliminated: isOut } of rows ?? []) {
      const [alive, out] = found.get(id) ?? [0, 0]
      found.set(id, isOut ? [alive, out + 1] : [alive + 1, out])
    }
    return found
  }, [rows])
}

function standingText(standing: Standing | undefined): string {
  if (standing === undefined) return 'No entry'
  const [alive, out] = standing
  return [alive > 0 && `${alive} in`, out > 0 && `${out} out`].filter(Boolean).join(', ')
}

/** Says who gets a mail, and who of them is still in. */
function questionAbout(due: readonly InvitedMember[], standings: ReadonlyMap<number, Standing>, sendsMail: boolean) {
  const of = due.map(({ name, user_id: id }) => ({ name, standing: standings.get(id) }))
  const isOut = (standing: Standing | undefined) => standing !== undefined && standing[0] === 0
  const out = of.filter(({ standing }) => isOut(standing)).map(({ name }) => name)
  const others = of.filter(({ standing }) => !isOut(standing)).map(({ name }) => name)
  const told = [
    ...(others.length === 0 ? [] : [`Asked to play: ${others.join(', ')}.`]),
    ...(out.length === 0 ? [] : [`Told that they are out: ${out.join(', ')}.`]),
  ]
  return {
    title: `Invite ${formatCount(due.length, 'member')}?`,
    message: `${mailsText(due.length, sendsMail)}. ${told.join(' ')} Each mail has a new link, which replaces the earlier one.`,
    confirmLabel: sendsMail ? `Send ${formatCount(due.length, 'mail')}` : 'Write to files',
  }
}
