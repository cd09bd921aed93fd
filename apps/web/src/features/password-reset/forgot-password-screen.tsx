import type { ResetRequestBody } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { write } from '../../api/client.ts'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useLocation } from '../../ui/navigation/location.tsx'
import styles from './password-reset.module.css'
import { Success } from './success.tsx'

const schema = () => import('@outlast/contract/rest/password-reset').then((module) => module.resetRequestBody)

/** Requests an email with a link to set a new password. */
export function ForgotPasswordScreen(): ReactNode {
  const { state } = useLocation()
  const form = useContractForm<ResetRequestBody>({ schema, defaultValues: { email: emailIn(state) } })
  const [sent, setSent] = useState(false)
  const request = async (body: ResetRequestBody): Promise<void> => {
    setSent(false)
    await write('requestPasswordReset', { body })
    setSent(true)
  }
  const { submit, error, isSubmitting } = useSubmit(form, request, 'Failed to request reset')
  const { errors } = form.formState
  const isEmpty = form.watch('email').trim() === ''
  return (
    <div className={`stack5 ${styles.page}`}>
      <PageHeader
        title="Forgot password"
        lead="Enter your email and we will send you a link to set a new password."
        back={{ to: '/auth', label: 'Back to sign in' }}
      />
      <Form onSubmit={submit} error={error}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" variant="primary" disabled={isEmpty} pending={isSubmitting}>
          Request
        </Button>
      </Form>
      <output className={styles.status}>
        {sent && (
          <Success message="If that email exists, a reset link has been sent.">
            The link works once, for 30 minutes. If it does not arrive, check your spam folder.
          </Success>
        )}
      </output>
    </div>
  )
}

/** Returns the email that was typed on the sign-in form. */
function emailIn(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined
  return typeof email === 'string' ? email : ''
}
