import { weekLabel } from '@outlast/domain/rules'
import { seasonTopic } from '@outlast/contract/live'
import { livesOfNewcomer } from '@outlast/views'
import { useState } from 'react'
import { Link } from 'wouter'
import { write } from '../../api/client.ts'
import { EditConflict } from '../../desk/admin-list.tsx'
import { useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { useMay } from '../../desk/may.ts'
import { useRowEdit } from '../../desk/row-edits.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { PersonEntry } from './people-list.ts'
import styles from './people.module.css'

interface EntryEditorProps {
  readonly entry: PersonEntry
  readonly refresh: () => void
}

/** One entry, with what its viewer may change of it. */
export function EntryEditor(props: EntryEditorProps) {
  return useMay('adminUpdateEntry') ? (
    <EntryForm {...props} />
  ) : (
    <div className={styles.entry}>
      <EntryHead {...props} />
    </div>
  )
}

function EntryHead({ entry, refresh }: EntryEditorProps) {
  const { id, name, is_paper, is_eliminated, eliminated_week } = entry
  return (
    <div className={styles.entryHead}>
      <strong>
        <Link to={`/entry/${id}`}>{name}</Link>
      </strong>
      <span className="note">ID {id}</span>
      {is_eliminated && (
        <Badge tone="loss">{eliminated_week === null ? 'Out' : `Out in week ${weekLabel(eliminated_week)}`}</Badge>
      )}
      {is_paper && <PaperEntry entry={entry} refresh={refresh} />}
    </div>
  )
}

/** Marks an entry that its owner keeps for somebody else, and hands it over. */
function PaperEntry({ entry, refresh }: EntryEditorProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Badge>By hand</Badge>
      <Button size="small" onClick={() => setOpen(true)}>
        Hand over
      </Button>
      {isOpen && <HandOverDialog entry={entry} refresh={refresh} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Renames, eliminates, reactivates or deletes one entry. */
function EntryForm({ entry, refresh }: EntryEditorProps) {
  const { id, name, is_eliminated, version } = entry
  const edit = useRowEdit(`entry:${id}`, { name, is_eliminated })
  const confirmCalls = useConfirmCalls()
  const save = async (): Promise<void> => {
    const call = { params: { id }, body: edit.dirty ? edit.changes : { name } }
    const question = { title: questionAbout(entry, edit.values.is_eliminated), confirmLabel: 'Save Entry', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'adminUpdateEntry', ...call }], { onlyIf: hasConsequences })
    if (confirmed === undefined) return
    const messages = { success: 'Entry updated', fallback: 'Failed to update entry' }
    if (await edit.run(() => write('adminUpdateEntry', { ...call, ifMatch: version, ...confirmed }), messages)) refresh()
  }
  const remove = async (): Promise<void> => {
    const question = { title: `Delete ${name}?`, message: 'Delete this entry?', confirmLabel: 'Delete Entry', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'adminDeleteEntry', params: { id } }])
    if (confirmed === undefined) return
    const messages = { success: 'Entry deleted', fallback: 'Failed to delete entry' }
    if (await edit.run(() => write('adminDeleteEntry', { params: { id }, ...confirmed }), messages)) refresh()
  }
  return (
    <Form onSubmit={save} label={`Entry ${name}`} className={styles.entry}>
      <EntryHead entry={entry} refresh={refresh} />
      <div className={styles.entryFields}>
        <TextField
          small
          label="New name"
          value={edit.values.name}
          error={edit.fieldErrors.name}
          readOnly={edit.pending}
          autoComplete="off"
          onChange={(event) => edit.set({ name: event.target.value })}
        />
        <Checkbox
          label="Eliminated"
          checked={edit.values.is_eliminated}
          disabled={edit.pending}
          onChange={(event) => edit.set({ is_eliminated: event.target.checked })}
        />
        <div className="line">
          <Button type="submit" size="small" pending={edit.pending}>
            Save Entry
          </Button>
          <Button size="small" variant="quiet" className={styles.delete} pending={edit.pending} onClick={remove}>
            Delete Entry
          </Button>
        </div>
      </div>
      {edit.conflicts.length > 0 && (
        <EditConflict
          current={`It is now “${name}”, ${is_eliminated ? 'out' : 'alive'}.`}
          rowName={name}
          onDiscard={edit.discard}
        />
      )}
      <ErrorText>{edit.fieldErrors.name === undefined && edit.error}</ErrorText>
    </Form>
  )
}

function questionAbout({ name, is_eliminated }: PersonEntry, isEliminated: boolean): string {
  if (isEliminated === is_eliminated) return `Change ${name}?`
  return isEliminated ? `Eliminate ${name}?` : `Bring ${name} back in?`
}

const BLANK = { name: '' }
const NAME_REQUIRED = 'Enter a name for the new entry'

/** Creates an entry for a user. */
export function NewEntry({ userId, refresh }: { readonly userId: number; readonly refresh: () => void }) {
  const edit = useRowEdit(`new-entry:${userId}`, BLANK)
  const isLate = useIsTooLate()
  const create = async (): Promise<void> => {
    const name = edit.values.name.trim()
    if (name === '') return edit.showError(NAME_REQUIRED)
    const messages = { success: 'Entry created', fallback: 'Create entry failed' }
    if (await edit.run(() => write('createEntry', { body: { user_id: userId, name } }), messages)) refresh()
  }
  return (
    <>
      {isLate && (
        <Notice title="A new entry would be out at once">
          <p>
            Too many weeks have locked, and it would have no life left. Each pick of those weeks that you enter for it then takes
            the place of a loss.
          </p>
        </Notice>
      )}
      <Form onSubmit={create} label="New entry" className={styles.newEntry}>
        <TextField
          small
          label="New entry name"
          value={edit.values.name}
          error={edit.error}
          readOnly={edit.pending}
          autoComplete="off"
          onChange={(event) => edit.set({ name: event.target.value })}
        />
        <Button type="submit" size="small" pending={edit.pending}>
          Create Entry
        </Button>
      </Form>
    </>
  )
}

/** Whether an entry that joins now has lost all of its lives (docs/rules.md §6.3). */
function useIsTooLate(): boolean {
  const year = useTopicView('pool', ({ rules, weeks, current_week_id }) => {
    const current = rules.late_entry_losses === true ? weeks.find(({ id }) => id === current_week_id) : undefined
    return current?.season_year ?? null
  })
  const season = viewOf(useTopic(year === undefined || year === null ? null : seasonTopic(year)))
  return season !== undefined && livesOfNewcomer(season) === 0
}
