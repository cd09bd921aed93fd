import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useAction } from '../../components/forms/use-action.ts'
import { useConfirm } from '../../components/overlays/confirm.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { BulkStatus } from './bulk-update.tsx'
import type { PersonEntry } from './people-list.ts'
import styles from './people.module.css'
import { useBulk } from './bulk-update.tsx'

/** What must be typed before everybody is deleted (pool.md §5). The server compares it once more. */
export const PURGE_PHRASE = 'DELETE ALL USERS AND ENTRIES'

interface EverybodyProps {
  readonly entries: readonly PersonEntry[] | undefined
  readonly refresh: () => void
}

/** What is done to everybody at once. */
export function Everybody({ entries = [], refresh }: EverybodyProps) {
  const confirm = useConfirm()
  const bulk = useBulk(refresh)
  const all = entries.length === 1 ? 'the one entry' : `all ${entries.length} entries`
  const judge = async (isEliminated: boolean): Promise<void> => {
    const verb = isEliminated ? 'Eliminate' : 'Activate'
    const message = isEliminated
      ? `This takes ${all} out of the pool, by hand, from the current week on.`
      : `This brings ${all} back in. Losses so far are forgiven.`
    const sure = await confirm({ title: `${verb} all entries?`, message, confirmLabel: `${verb} all`, danger: isEliminated })
    if (sure) await bulk.run(entries, isEliminated)
  }
  return (
    <>
      <div className={styles.buttons}>
        <Button size="small" disabled={entries.length === 0} pending={bulk.running} onClick={() => judge(false)}>
          Activate all
        </Button>
        <Button size="small" disabled={entries.length === 0} pending={bulk.running} onClick={() => judge(true)}>
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
  const [summary, setSummary] = useState('')
  const purge = useAction(() => write('purgeUsersAndEntries', { body: { confirm: PURGE_PHRASE } }), { fallback: 'Purge failed' })
  const ask = async (): Promise<void> => {
    const title = 'Purge all users and entries?'
    const message = 'This deletes every entry with its picks, and every account but the admins’. This cannot be undone.'
    if (!(await confirm({ title, message, confirmLabel: 'Continue', danger: true }))) return
    if (!(await confirm({ title: 'Are you sure?', message, confirmLabel: 'Purge', danger: true, phrase: PURGE_PHRASE }))) return
    setSummary('')
    const gone = await purge.run()
    if (gone === undefined) return
    setSummary(
      `Purged ${counted(gone.users, 'user')}, ${counted(gone.entries, 'entry', 'entries')} and ${counted(gone.picks, 'pick')}`,
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

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
