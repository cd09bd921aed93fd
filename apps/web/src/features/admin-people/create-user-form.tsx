import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { toast } from '../../components/ui/toast.tsx'
import { applyServerErrors, useContractForm } from '../../components/forms/use-contract-form.ts'
import styles from './people.module.css'

const BLANK = { first_name: '', last_name: '', email: '', mobile: '', password: '' }

/** Makes an account for somebody. Without a password they are invited by mail to set one. */
export function CreateUserForm({ refresh }: { readonly refresh: () => void }) {
  const [error, setError] = useState<string | null>(null)
  const [invited, setInvited] = useState('')
  const form = useContractForm<typeof BLANK>({
    schema: () => import('@outlast/contract/rest/admin/users').then((module) => module.createUserBody),
    defaultValues: BLANK,
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setError(null)
    setInvited('')
    try {
      const { first_name, email } = await write('adminCreateUser', { body })
      toast('User created')
      if (body.password === '') setInvited(`An invitation for ${first_name} is on its way to ${email}.`)
      form.reset()
      form.setFocus('first_name')
      refresh()
    } catch (failure) {
      setError(applyServerErrors(form, failure, 'Failed to create user'))
    }
  })
  const field = (name: keyof typeof BLANK) => ({ ...form.register(name), error: errors[name]?.message })
  return (
    <Form onSubmit={submit} error={error} label="Create user">
      <TextField label="First name" autoComplete="off" {...field('first_name')} />
      <TextField label="Last name" autoComplete="off" {...field('last_name')} />
      <TextField label="Email" type="email" autoComplete="off" {...field('email')} />
      <TextField label="Mobile (optional)" type="tel" autoComplete="off" {...field('mobile')} />
      <TextField
        label="Password (optional)"
        type="password"
        autoComplete="new-password"
        hint="Leave it blank, and they get a mail with a link to set one."
        {...field('password')}
      />
      <FormActions>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Create User
        </Button>
      </FormActions>
      <p role="status" className={styles.invited}>
        {invited}
      </p>
    </Form>
  )
}
