import { useState } from 'react'
import { write } from '../../api/client.ts'
import { BackupFirst } from '../../desk/backup-first.tsx'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'

/** The phrase to type before everything is deleted. The server checks it too. */
const PURGE_PHRASE = 'DELETE ALL USERS AND ENTRIES'

/** Deletes every entry, and every account except the admins’. */
export function PurgePeopleCard() {
  const confirm = useConfirm()
  const confirmCalls = useConfirmCalls()
  const call = { body: { confirm: PURGE_PHRASE } }
  const [summary, setSummary] = useState('')
  const purge = useAction((confirmed: Confirmed) => write('purgeUsersAndEntries', { ...call, ...confirmed }), {
    fallback: 'Purge failed',
  })
  const ask = async (): Promise<void> => {
    const title = 'Purge all users and entries?'
    const message = 'This deletes every entry with its picks, and every account except admin accounts. This cannot be undone.'
    const question = { title, message, confirmLabel: 'Continue', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'purgeUsersAndEntries', ...call }])
    if (confirmed === undefined) return
    if (!(await confirm({ title: 'Are you sure?', message, confirmLabel: 'Purge', danger: true, phrase: PURGE_PHRASE }))) return
    setSummary('')
    const deleted = await purge.run(confirmed)
    if (deleted === undefined) return
    setSummary(
      `Purged ${formatCount(deleted.users, 'user')}, ${formatCount(deleted.entries, 'entry', 'entries')} and ${formatCount(deleted.picks, 'pick')}`,
    )
  }
  return (
    <Card title="Purge users and entries">
      <p className="note">Every entry goes, with its picks, and every account except those of admins.</p>
      <BackupFirst />
      <div className="line">
        <Button variant="danger" pending={purge.pending} onClick={ask}>
          Purge all users and entries
        </Button>
      </div>
      <p role="status">{summary}</p>
      <ErrorText>{purge.error}</ErrorText>
    </Card>
  )
}
