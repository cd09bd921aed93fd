import type { ChangePasswordBody } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { PasswordField } from '../../components/forms/password-field.tsx'
import { applyServerErrors, useContractForm } from '../../components/forms/use-contract-form.ts'
import { signIn } from '../../session/session.ts'
import styles from './account.module.css'

const schema = () => import('@outlast/contract/rest/account').then((module) => module.changePasswordBody)
const BLANK: ChangePasswordBody = { current_password: '', new_password: '' }

/** Changes the password, which ends every other login; this one goes on with a new token. */
export function PasswordCard({ email }: { readonly email: string }): ReactNode {
  const { register, submit, errors, isSubmitting, error, isDone } = usePasswordForm()
  return (
    <Card title="Password">
      <Form onSubmit={submit} error={error} label="Password">
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...register('current_password')}
        />
        <PasswordField
          label="New password"
          hint="8 characters or more"
          autoComplete="new-password"
          error={errors.new_password?.message}
          {...register('new_password')}
        />
        <FormActions>
          <Button type="submit" pending={isSubmitting}>
            Change password
          </Button>
        </FormActions>
        <output className={styles.done}>{isDone && 'Password changed. Every other login of yours has ended.'}</output>
      </Form>
    </Card>
  )
}

function usePasswordForm() {
  const form = useContractForm<ChangePasswordBody>({ schema, defaultValues: BLANK })
  const [error, setError] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const submit = form.handleSubmit(async (body) => {
    setError(null)
    setDone(false)
    try {
      signIn(await api.call('changePassword', { body }))
      form.reset(BLANK)
      setDone(true)
    } catch (failure) {
      setError(applyServerErrors(form, failure, 'Failed to change password'))
    }
  })
  const { errors, isSubmitting } = form.formState
  return { register: form.register, submit, errors, isSubmitting, error, isDone }
}
