import { useState } from 'react'
import { write } from '../../../api/client.ts'
import { Button } from '../../../components/ui/button.tsx'
import { Form } from '../../../components/forms/form.tsx'
import { TextField } from '../../../components/forms/text-field.tsx'
import { toast } from '../../../components/ui/toast.tsx'
import { applyServerErrors, useContractForm } from '../../../components/forms/use-contract-form.ts'
import { useUser } from '../../../session/session.ts'
import styles from './entries.module.css'
import { beginEntry, dropEntry, landEntry } from './new-entries.ts'

/** Loaded when the first name is checked. */
const schema = () => import('@outlast/contract/rest/entries').then((module) => module.createEntryBody.pick({ name: true }))

/** Names a new entry: it is there at once, and goes again, name kept, when the server refuses. */
export function CreateEntry({ onWritten }: { readonly onWritten: () => void }) {
  const user = useUser()
  const [error, setError] = useState<string | null>(null)
  const form = useContractForm<{ name: string }>({ schema, defaultValues: { name: '' } })
  const { errors, isSubmitting } = form.formState
  // Leaving the field empty is no mistake here: nobody has to make another entry.
  const { onBlur: _, ...field } = form.register('name', { onChange: () => setError(null) })
  const create = async ({ name }: { readonly name: string }): Promise<void> => {
    setError(null)
    const key = beginEntry(name.trim())
    form.reset()
    try {
      const entry = await write('createEntry', { body: { user_id: user.id, name } })
      landEntry(key, entry.id)
      toast('Entry created')
      onWritten()
    } catch (failure) {
      dropEntry(key)
      if (form.getValues('name') === '') form.setValue('name', name)
      setError(applyServerErrors(form, failure, 'Create entry failed'))
    }
  }
  return (
    <Form className={styles.form} label="Create an entry" error={error} onSubmit={form.handleSubmit(create)}>
      <div className={styles.row}>
        <TextField label="New entry name" autoComplete="off" maxLength={80} error={errors.name?.message} {...field} />
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Create Entry
        </Button>
      </div>
    </Form>
  )
}
