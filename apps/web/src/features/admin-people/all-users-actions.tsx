import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useAction } from '../../components/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from '../../components/admin/confirm-call.tsx'
import { useConfirm } from '../../components/overlays/confirm.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { BulkStatus, callsOf, useBulkUpdate } from './bulk-update.tsx'
import type { PersonEntry } from './people-list.ts'
import styles from './people.module.css'

/** The phrase to type before everything is deleted. The server checks it too. */
const PURGE_PHRASE = 'DELETE ALL USERS AND ENTRIES'

interface AllUsersActionsProps {
  readonly entries: readonly PersonEntry[] | undefined
  readonly refresh: () => void
}

/** Actions that affect all users and entries. */
export function AllUsersActions({ entries = [], refresh }: AllUsersActionsProps) {
  const confirmCalls = useConfirmCalls()
  const bulk = useBulkUpdate(refresh)
  const allEntries = entries.length === 1 ? 'the only entry' : `all ${entries.length} entries`
  const updateAll = async (isEliminated: boolean): Promise<void> => {
    const verb = isEliminated ? 'Eliminate' : 'Activate'
    const message = isEliminated
      ? `This takes ${allEntries} out of the pool from the current week on.`
      : `This brings ${allEntries} back in. Losses so far are waived.`
    const question = { title: `${verb} all entries?`, message, confirmLabel: `${verb} all`, danger: isEliminated }
    if ((await confirmCalls(question, callsOf(entries, isEliminated))) !== undefined) await bulk.run(entries, isEliminated)
  }
  return (
    <>
      <div className={styles.buttons}>
        <Button size="small" disabled={entries.length === 0} pending={bulk.isRunning} onClick={() => updateAll(false)}>
          Activate all
        </Button>
        <Button size="small" disabled={entries.length === 0} pending={bulk.isRunning} onClick={() => updateAll(true)}>
          Eliminate all
        </Button>
      </div>
      <BulkStatus state={bulk.state} />
      <Purge refresh={refresh} />
    </>
  )
}

function Purge({ refresh }: { readonly refresh: () => void }) {
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
    refresh()
  }
  return (
    <div className={styles.purge}>
      <Button size="small" variant="danger" pending={purge.pending} onClick={ask}>
        Purge all users and entries
      </Button>
      <p role="status">{summary}</p>
      <ErrorText>{purge.error}</ErrorText>
    </div>
  )
}
