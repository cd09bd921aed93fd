import type { ResetRequestBody } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Form } from '../../components/forms/form.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { applyServerErrors, useContractForm } from '../../components/forms/use-contract-form.ts'
import { Done } from './success.tsx'
import styles from './password-reset.module.css'

const schema = () => import('@outlast/contract/rest/password-reset').then((module) => module.resetRequestBody)

/** Asks for a mail with a link that sets a new password. */
export function ForgotPasswordScreen(): ReactNode {
  const state: unknown = useLocation().state
  const form = useContractForm<ResetRequestBody>({ schema, defaultValues: { email: emailIn(state) } })
  const { submit, error, sent } = useRequest(form)
  const { errors, isSubmitting } = form.formState
  const isEmpty = form.watch('email').trim() === ''
  return (
    <div className={styles.page}>
      <PageHeader
        title="Forgot password"
        lead="Enter your email, and a link to set a new password is sent there."
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
          <Done message="If that email exists, a reset link has been sent.">
            The link works once, for 30 minutes. If nothing comes, look in the spam folder.
          </Done>
        )}
      </output>
    </div>
  )
}

function useRequest(form: ReturnType<typeof useContractForm<ResetRequestBody>>) {
  const [error, setError] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  const submit = form.handleSubmit(async (body) => {
    setError(null)
    setSent(false)
    try {
      await api.call('requestPasswordReset', { body })
      setSent(true)
    } catch (failure) {
      setError(applyServerErrors(form, failure, 'Failed to request reset'))
    }
  })
  return { submit, error, sent }
}

/** What was already typed at sign-in. */
function emailIn(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined
  return typeof email === 'string' ? email : ''
}
