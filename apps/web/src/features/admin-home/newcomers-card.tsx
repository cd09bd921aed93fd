import type { NewcomersOfAddress } from '@outlast/contract/rest/admin/newcomers'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './admin-home.module.css'
import type { Notices } from './use-notices.ts'

/**
 * New accounts and entries by the network address that made them, to remove those of one address at once. Nothing without any that can
 * be removed: in a new pool the only account is the admin's own.
 */
export function NewcomersCard({ notices }: { readonly notices: Notices }) {
  const { data, refetch } = notices.newcomers
  const addresses = data?.addresses.filter(
    (group) => group.entries.length > 0 || group.accounts.some(({ is_admin }) => !is_admin),
  )
  if (data === undefined || addresses === undefined || addresses.length === 0) return null
  return (
    <Card title="New accounts and entries">
      <p className="note">
        {`In the last hour: ${formatCount(data.accounts, 'account')} and ${formatCount(data.entries, 'entry', 'entries')}. By network address, of the last 24 hours:`}
      </p>
      <ul className={styles.requests}>
        {addresses.map((group) => (
          <AddressRow key={group.address} group={group} refetch={refetch} />
        ))}
      </ul>
    </Card>
  )
}

interface AddressRowProps {
  readonly group: NewcomersOfAddress
  readonly refetch: () => void
}

function AddressRow({ group, refetch }: AddressRowProps) {
  const [isOpen, setOpen] = useState(false)
  const confirmCalls = useConfirmCalls()
  const names = namesOf(group)
  const summary = `${describeSize(group)} from one address`
  const body = {
    address: group.address,
    user_ids: group.accounts.filter((account) => !account.is_admin).map(({ id }) => id),
    entry_ids: group.entries.map(({ id }) => id),
  }
  const remove = useAction((confirmed: Confirmed) => write('removeNewcomers', { body, ...confirmed }), {
    success: ({ accounts, entries }) =>
      `${formatCount(accounts, 'account')} and ${formatCount(entries, 'entry', 'entries')} removed`,
    fallback: 'Failed to remove the new accounts',
  })
  const ask = async (): Promise<void> => {
    const question = {
      title: `Remove ${describeSize(group)}?`,
      message: (
        <>
          <p>This deletes them with their picks and cannot be undone. Accounts of admins stay.</p>
          <NameList names={names} />
        </>
      ),
      confirmLabel: 'Remove',
      danger: true,
    }
    const confirmed = await confirmCalls(question, [{ call: 'removeNewcomers', body }])
    if (confirmed !== undefined && (await remove.run(confirmed))) refetch()
  }
  return (
    <li className={styles.request}>
      <span className={styles.requester}>{summary}</span>
      <div className={styles.answers}>
        <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide names' : 'Show names'}
        </Button>
        <Button size="small" pending={remove.pending} onClick={() => void ask()} aria-label={`Remove ${summary}`}>
          Remove
        </Button>
      </div>
      {isOpen && <NameList names={names} />}
      <ErrorText>{remove.error}</ErrorText>
    </li>
  )
}

function NameList({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className={styles.names}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

function namesOf({ accounts, entries }: NewcomersOfAddress): readonly string[] {
  return [
    ...accounts.map(
      (account) =>
        `${account.name} (${account.email}, ${formatCount(account.entries, 'entry', 'entries')}${account.is_admin ? ', admin: stays' : ''})`,
    ),
    ...entries.map((entry) => `${entry.name}, entry of ${entry.owner}`),
  ]
}

function describeSize({ accounts, entries }: NewcomersOfAddress): string {
  const ofAccounts = accounts.reduce((sum, account) => sum + account.entries, 0)
  const all = formatCount(ofAccounts + entries.length, 'entry', 'entries')
  if (accounts.length === 0) return all
  const people = formatCount(accounts.length, 'account')
  return ofAccounts + entries.length === 0 ? people : `${people} and ${all}`
}
