import type { ChangePasswordBody } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { write } from '../../api/client.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { signIn } from '../../session/session.ts'
import styles from './account.module.css'

const schema = () => import('@outlast/contract/rest/account').then((module) => module.changePasswordBody)
const BLANK: ChangePasswordBody = { current_password: '', new_password: '' }

/** Changes the password. That ends every other session; this one continues with a new token. */
export function PasswordCard({ email }: { readonly email: string }): ReactNode {
  const [isChanged, setChanged] = useState(false)
  const form = useContractForm<ChangePasswordBody>({ schema, defaultValues: BLANK })
  const change = async (body: ChangePasswordBody): Promise<void> => {
    setChanged(false)
    signIn(await write('changePassword', { body }))
    form.reset(BLANK)
    setChanged(true)
  }
  const { submit, error, isSubmitting } = useSubmit(form, change, 'Failed to change password')
  const { register, formState } = form
  const { errors } = formState
  return (
    <Card title="Password">
      <Form onSubmit={submit} error={error} label="Password">
        {/* Password managers read the account from this field. */}
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
        <output className={styles.success}>{isChanged && 'Password changed. All your other sessions have ended.'}</output>
      </Form>
    </Card>
  )
}
