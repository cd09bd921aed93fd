import type { ResetSubmitBody } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../api/client.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Form } from '../../components/forms/form.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PasswordField } from '../../components/forms/password-field.tsx'
import { applyServerErrors, useContractForm } from '../../components/forms/use-contract-form.ts'
import { getToken } from '../../api/token.ts'
import { Done } from './success.tsx'
import styles from './password-reset.module.css'

type ResetValues = Pick<ResetSubmitBody, 'password'>

const schema = () =>
  import('@outlast/contract/rest/password-reset').then((module) => module.resetSubmitBody.pick({ password: true }))

/** Sets a password with the link of a mail: a new one, or the first one of somebody an admin invited. */
export function ResetPasswordScreen(): ReactNode {
  const [query] = useSearchParams()
  const [isDone, setDone] = useState(false)
  return (
    <div className={styles.page}>
      <PageHeader title="Set your password" />
      <output className={styles.status}>
        {isDone && (
          <Done message="Password updated. You can now sign in.">
            <ButtonLink to="/auth" variant="primary">
              Sign in
            </ButtonLink>
          </Done>
        )}
      </output>
      {!isDone && <ResetForm token={query.get('token') ?? ''} onDone={() => setDone(true)} />}
    </div>
  )
}

interface ResetFormProps {
  readonly token: string
  readonly onDone: () => void
}

function ResetForm({ token, onDone }: ResetFormProps): ReactNode {
  const form = useContractForm<ResetValues>({ schema, defaultValues: { password: '' } })
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = form.handleSubmit(async ({ password }) => {
    if (token === '') return
    setRefusal(null)
    try {
      await api.call('submitPasswordReset', { body: { token, password } })
      await endLoginHere()
      onDone()
    } catch (failure) {
      setRefusal(applyServerErrors(form, failure, 'Failed to reset'))
    }
  })
  const error = token === '' ? 'Missing token' : refusal
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <Form onSubmit={submit} error={error}>
        <PasswordField
          label="Password"
          hint="8 characters or more"
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Set Password
        </Button>
      </Form>
      {error !== null && (
        <p className={styles.help}>
          Open the link of the mail once more, or <Link to="/forgot-password">request a new one</Link>.
        </p>
      )}
    </>
  )
}

/** A new password ends all logins of its account. If that was the one of this device, asking whose it is signs out here. */
async function endLoginHere(): Promise<void> {
  if (getToken() !== null) await api.call('me').catch(() => undefined)
}
