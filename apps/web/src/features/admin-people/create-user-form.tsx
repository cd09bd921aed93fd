import { useState } from 'react'
import { useServerStatus } from '../../desk/server-status.tsx'
import { write } from '../../api/client.ts'
import { RehearsalNote } from '../../desk/rehearsal.tsx'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { MobileField } from '../../ui/forms/mobile-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './people.module.css'

const BLANK = { first_name: '', last_name: '', email: '', mobile: '', password: '' }

/** Creates an account. Without a password, the user gets an invitation by email to set one. */
export function CreateUserForm({ refresh }: { readonly refresh: () => void }) {
  const sendsMail = useServerStatus()?.sends_mail !== false
  const [invited, setInvited] = useState('')
  const form = useContractForm<typeof BLANK>({
    schema: () => import('@outlast/contract/rest/admin/users').then((module) => module.createUserBody),
    defaultValues: BLANK,
  })
  const { errors } = form.formState
  const create = async (body: typeof BLANK): Promise<void> => {
    setInvited('')
    const { first_name, email } = await write('adminCreateUser', { body })
    toast('User created')
    if (body.password === '')
      setInvited(
        `An invitation for ${first_name} ${sendsMail ? 'is on its way to' : 'is written to a file, because there is no mail server. It does not reach'} ${email}.`,
      )
    form.reset()
    form.setFocus('first_name')
    refresh()
  }
  const { submit, error, isSubmitting } = useSubmit(form, create, 'Failed to create user')
  const fieldProps = (name: keyof typeof BLANK) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <Form onSubmit={submit} error={error} label="Create user">
      <TextField label="First name" autoComplete="off" {...fieldProps('first_name')} />
      <TextField label="Last name" autoComplete="off" {...fieldProps('last_name')} />
      <TextField label="Email" type="email" autoComplete="off" {...fieldProps('email')} />
      <MobileField label="Mobile (optional)" autoComplete="off" {...fieldProps('mobile')} />
      <TextField
        label="Password (optional)"
        type="password"
        autoComplete="new-password"
        hint="Leave it empty to email them a link to set one. If you choose it, the audit trail tells everyone."
        {...fieldProps('password')}
      />
      <RehearsalNote>The invitation still reaches the new user.</RehearsalNote>
      <FormActions>
        <Button type="submit" pending={isSubmitting}>
          Create User
        </Button>
      </FormActions>
      <p role="status" className={styles.invited}>
        {invited}
      </p>
    </Form>
  )
}
