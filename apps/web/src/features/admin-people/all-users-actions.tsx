import { Button } from '../../ui/button.tsx'
import { BulkStatus, useBulkUpdate } from './bulk-update.tsx'
import type { PersonEntry } from './people-list.ts'

interface AllUsersActionsProps {
  readonly entries: readonly PersonEntry[] | undefined
  readonly refresh: () => void
}

/** Actions that affect all users and entries. */
export function AllUsersActions({ entries = [], refresh }: AllUsersActionsProps) {
  const bulk = useBulkUpdate(refresh)
  const allEntries = entries.length === 1 ? 'the only entry' : `all ${entries.length} entries`
  const updateAll = async (isEliminated: boolean): Promise<void> => {
    const verb = isEliminated ? 'Eliminate' : 'Activate'
    const message = isEliminated
      ? `This takes ${allEntries} out of the pool from the current week on.`
      : `This brings ${allEntries} back in. Losses so far are waived.`
    const question = { title: `${verb} all entries?`, message, confirmLabel: `${verb} all`, danger: isEliminated }
    await bulk.run(question, entries, isEliminated)
  }
  return (
    <>
      <div className="line">
        <Button size="small" disabled={entries.length === 0} pending={bulk.isRunning} onClick={() => updateAll(false)}>
          Activate all
        </Button>
        <Button size="small" disabled={entries.length === 0} pending={bulk.isRunning} onClick={() => updateAll(true)}>
          Eliminate all
        </Button>
      </div>
      <BulkStatus state={bulk.state} />
    </>
  )
}
