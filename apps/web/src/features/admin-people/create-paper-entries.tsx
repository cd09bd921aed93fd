import type { User } from '@outlast/contract'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextArea } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'

interface CreatePaperEntriesProps {
  readonly users: readonly User[]
  readonly refresh: () => void
}

/** Creates entries of people without an account, from a list of names. */
export function CreatePaperEntries({ users, refresh }: CreatePaperEntriesProps) {
  const [text, setText] = useState('')
  const [keeper, setKeeper] = useState('')
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const create = useAction(
    async () => {
      await write('createPaperEntries', { body: { user_id: Number(keeper), names } })
      setText('')
      refresh()
    },
    { success: 'Entries created', fallback: 'Failed to create the entries' },
  )
  return (
    <Form onSubmit={() => create.run()} error={create.error} label="Paper members">
      <TextArea
        label="Names, one a line"
        rows={4}
        value={text}
        hint="People without an account. Each gets an entry, marked “by hand”."
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        label="Keeper"
        value={keeper}
        hint="Sees and enters their picks. The audit trail says so."
        options={[{ value: '', label: 'Choose a member' }, ...playerOptions(users)]}
        onChange={(event) => setKeeper(event.target.value)}
      />
      <FormActions>
        <Button type="submit" variant="primary" pending={create.pending} disabled={names.length === 0 || keeper === ''}>
          {names.length === 0 ? 'Create entries' : `Create ${formatCount(names.length, 'entry', 'entries')}`}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Returns the accounts that can play entries, by name. */
export function playerOptions(users: readonly User[]) {
  return users
    .filter(({ is_waiting }) => !is_waiting)
    .map(({ id, first_name, last_name, email }) => ({ value: id, label: `${first_name} ${last_name} (${email})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
