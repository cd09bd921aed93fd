import type { User } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useMay } from '../../desk/may.ts'
import { useRoster } from '../../desk/roster.ts'
import { WindowedRows } from '../../desk/windowed-rows.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import styles from './joining.module.css'

/** The accounts that wait for approval, live. Shows nothing while nobody waits. */
export function ApprovalQueue() {
  const { users, refresh } = useRoster()
  const waiting = users.status === 'ready' ? users.rows.filter((user) => user.is_waiting) : []
  if (waiting.length === 0) return null
  return (
    <Card title={`Waiting for approval (${waiting.length})`}>
      <div className={styles.list} role="list">
        <WindowedRows rows={waiting} rowKey={({ id }) => id} render={(user) => <WaitingRow user={user} refresh={refresh} />} />
      </div>
    </Card>
  )
}

function WaitingRow({ user, refresh }: { readonly user: User; readonly refresh: () => void }) {
  const confirmCalls = useConfirmCalls()
  const name = `${user.first_name} ${user.last_name}`
  const params = { id: user.id }
  const approve = useAction(() => write('approveUser', { params }), {
    success: `${name} can play now`,
    fallback: 'Failed to approve the account',
  })
  const decline = useAction((confirmed: Confirmed) => write('adminDeleteUser', { params, ...confirmed }), {
    success: 'Account deleted',
    fallback: 'Failed to delete the account',
  })
  const askToDecline = async (): Promise<void> => {
    const message = 'This deletes the account. The person can register again.'
    const question = { title: `Decline ${name}?`, message, confirmLabel: 'Decline', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'adminDeleteUser', params }])
    if (confirmed !== undefined) await decline.run(confirmed)
  }
  return (
    <div className={styles.row} role="listitem">
      <div className={styles.rowText}>
        <strong>{name}</strong>
        <span className="note">{user.email}</span>
        <ErrorText>{approve.error ?? decline.error}</ErrorText>
      </div>
      <div className="wrap">
        <Button
          size="small"
          pending={approve.pending}
          onClick={() => void approve.run().then(refresh)}
          aria-label={`Approve ${name}`}
        >
          Approve
        </Button>
        {useMay('adminDeleteUser') && (
          <Button
            size="small"
            variant="quiet"
            pending={decline.pending}
            onClick={() => void askToDecline()}
            aria-label={`Decline ${name}`}
          >
            Decline
          </Button>
        )}
      </div>
    </div>
  )
}
