import type { ResetSubmitBody } from '@outlast/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { api, write } from '../../api/client.ts'
import { getToken } from '../../api/token.ts'
import { createFirstEntry } from '../../pick-drafts/first-entry.ts'
import { signIn } from '../../session/session.ts'
import { toast } from '../../ui/toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { navigate } from '../../ui/navigation/location.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './password-reset.module.css'
import { Success } from './success.tsx'

type ResetValues = Pick<ResetSubmitBody, 'password'>

const schema = () =>
  import('@outlast/contract/rest/password-reset').then((module) => module.resetSubmitBody.pick({ password: true }))

/** Sets a password with the link from an email: a reset, or the first password of an invited user. */
export function ResetPasswordScreen(): ReactNode {
  const [query] = useSearchParams()
  const [isChanged, setChanged] = useState(false)
  const token = query.get('token') ?? ''
  // Who invited sees that the link arrived. Nothing depends on it here.
  useEffect(() => {
    if (token !== '') void write('invitationOpened', { body: { token } }).catch(() => undefined)
  }, [token])
  return (
    <div className={styles.page}>
      <PageHeader title="Set your password" />
      <output className={styles.status}>
        {isChanged && (
          <Success message="Password updated. You can now sign in.">
            <ButtonLink to="/auth" variant="primary">
              Sign in
            </ButtonLink>
          </Success>
        )}
      </output>
      {!isChanged && <ResetForm token={token} hasFirstEntry={query.has('invited')} onChanged={() => setChanged(true)} />}
    </div>
  )
}

interface ResetFormProps {
  readonly token: string
  /** Whether the link is the invitation of a member without an entry, who gets the first one in the same step. */
  readonly hasFirstEntry: boolean
  readonly onChanged: () => void
}

function ResetForm({ token, hasFirstEntry, onChanged }: ResetFormProps): ReactNode {
  const [wantsEntry, setWantsEntry] = useState(hasFirstEntry)
  const form = useContractForm<ResetValues>({ schema, defaultValues: { password: '' } })
  const reset = async ({ password }: ResetValues): Promise<void> => {
    if (token === '') return
    const { session } = await write('submitPasswordReset', { body: { token, password } })
    // The first password of an invited member also signs in.
    if (session === undefined) return endLocalSession().then(onChanged)
    if (wantsEntry) await createFirstEntry(session)
    signIn(session)
    toast('Password updated. You are signed in')
    navigate('/', { replace: true })
  }
  const { submit, error: submitError, isSubmitting } = useSubmit(form, reset, 'Failed to reset')
  const error = token === '' ? 'Missing token' : submitError
  const { errors } = form.formState
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
        {hasFirstEntry && (
          <Checkbox
            label="Create my first entry"
            checked={wantsEntry}
            onChange={(event) => setWantsEntry(event.target.checked)}
          />
        )}
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Set Password
        </Button>
      </Form>
      {error !== null && (
        <p className="muted">
          Open the link in the email again, or <Link to="/forgot-password">request a new one</Link>.
        </p>
      )}
    </>
  )
}

/** A new password ends all sessions of the account. Checking the token signs out here if this session was one of them. */
async function endLocalSession(): Promise<void> {
  if (getToken() !== null) await api.call('me').catch(() => undefined)
}
