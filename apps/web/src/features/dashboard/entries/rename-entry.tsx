import { useEffect } from 'react'
import { write } from '../../../api/client.ts'
import { Form, FormActions } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useContractForm, useSubmit } from '../../../ui/forms/use-contract-form.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { BoardEntry } from '../board/board.ts'

const schema = () => import('@outlast/contract/rest/entries').then((module) => module.renameEntryBody)

interface RenameEntryProps {
  readonly entry: BoardEntry
  readonly onClose: () => void
  readonly onWritten: () => void
}

/** The form that replaces the name of an entry while the member renames it. */
export function RenameEntry({ entry, onClose, onWritten }: RenameEntryProps) {
  const form = useContractForm<{ name: string }>({ schema, defaultValues: { name: entry.name } })
  const { setFocus } = form
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const { submit, error, isSubmitting } = useSubmit(
    form,
    async ({ name }) => {
      await write('renameEntry', { params: { id: entry.id }, body: { name } })
      toast('Entry renamed')
      onWritten()
      onClose()
    },
    'Rename failed',
  )
  return (
    <Form label={`Rename ${entry.name}`} error={error} onSubmit={submit}>
      <TextField
        label="Entry name"
        autoComplete="off"
        maxLength={80}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <FormActions>
        <Button type="submit" size="small" variant="primary" pending={isSubmitting}>
          Save
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
