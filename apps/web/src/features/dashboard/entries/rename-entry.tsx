import { useEffect, useState } from 'react'
import { write } from '../../../api/client.ts'
import { Button } from '../../../components/ui/button.tsx'
import { Form, FormActions } from '../../../components/forms/form.tsx'
import { TextField } from '../../../components/forms/text-field.tsx'
import { toast } from '../../../components/ui/toast.tsx'
import { applyServerErrors, useContractForm } from '../../../components/forms/use-contract-form.ts'
import type { BoardEntry } from '../board/board.ts'

const schema = () => import('@outlast/contract/rest/entries').then((module) => module.renameEntryBody)

interface RenameEntryProps {
  readonly entry: BoardEntry
  readonly onDone: () => void
  readonly onWritten: () => void
}

/** The form that takes the place of an entry's name. */
export function RenameEntry({ entry, onDone, onWritten }: RenameEntryProps) {
  const [error, setError] = useState<string | null>(null)
  const form = useContractForm<{ name: string }>({ schema, defaultValues: { name: entry.name } })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const rename = async ({ name }: { readonly name: string }): Promise<void> => {
    setError(null)
    try {
      await write('renameEntry', { params: { id: entry.id }, body: { name } })
      toast('Entry renamed')
      onWritten()
      onDone()
    } catch (failure) {
      setError(applyServerErrors(form, failure, 'Rename failed'))
    }
  }
  return (
    <Form label={`Rename ${entry.name}`} error={error} onSubmit={form.handleSubmit(rename)}>
      <TextField
        label="Entry name"
        autoComplete="off"
        maxLength={80}
        error={errors.name?.message}
        {...form.register('name')}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <FormActions>
        <Button type="submit" size="small" variant="primary" pending={isSubmitting}>
          Save
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
