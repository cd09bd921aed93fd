import { write } from '../../../api/client.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useContractForm, useSubmit } from '../../../ui/forms/use-contract-form.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { pluralize } from '../../../lib/numbers.ts'
import { useUser } from '../../../session/session.ts'
import styles from './entries.module.css'
import { addPendingEntry, confirmPendingEntry, removePendingEntry } from './pending-entries.ts'

const schema = () => import('@outlast/contract/rest/entries').then((module) => module.createEntryBody.pick({ name: true }))

interface CreateEntryProps {
  /** The lives of an entry that joins now, if it has lost some; null where it has them all. */
  readonly lives: number | null
  /** The name that was typed before the form went and came back. */
  readonly typed: string
  readonly onType: (name: string) => void
  readonly onWritten: () => void
}

/** The form for a new entry. The entry appears at once; if the server rejects it, it disappears and the form gets its name back. */
export function CreateEntry({ lives, typed, onType, onWritten }: CreateEntryProps) {
  const user = useUser()
  const form = useContractForm<{ name: string }>({ schema, defaultValues: { name: typed } })
  const { submit, error, clearError, isSubmitting } = useSubmit(
    form,
    async ({ name }) => {
      const key = addPendingEntry(name.trim())
      form.reset({ name: '' })
      onType('')
      try {
        const entry = await write('createEntry', { body: { user_id: user.id, name } })
        confirmPendingEntry(key, entry.id)
        toast('Entry created')
        onWritten()
      } catch (failure) {
        removePendingEntry(key)
        if (form.getValues('name') === '') {
          form.setValue('name', name)
          onType(name)
        }
        throw failure
      }
    },
    'Create entry failed',
  )
  // Leaving the field empty is not an error, because another entry is optional.
  const { onBlur: _, ...field } = form.register('name', {
    onChange: () => {
      clearError()
      onType(form.getValues('name'))
    },
  })
  return (
    <Form className={styles.form} label="Create an entry" error={error} onSubmit={submit}>
      {lives !== null && (
        <p className="note">
          A new entry begins with {lives} {pluralize(lives, 'life', 'lives')}: it has lost one for each week that has locked.
        </p>
      )}
      <div className={styles.row}>
        <TextField
          label="New entry name"
          autoComplete="off"
          maxLength={80}
          error={form.formState.errors.name?.message}
          {...field}
        />
        <Button type="submit" pending={isSubmitting}>
          Create Entry
        </Button>
      </div>
    </Form>
  )
}
