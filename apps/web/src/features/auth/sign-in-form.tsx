import type { LoginBody } from '@outlast/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Form } from '../../components/forms/form.tsx'
import { PasswordField } from '../../components/forms/password-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useContractForm } from '../../components/forms/use-contract-form.ts'
import { type AuthFormProps, useAuthForm, useFirstFocus } from './auth-form.ts'
import styles from './auth.module.css'

const schema = () => import('@outlast/contract/rest/auth').then((module) => module.loginBody)

/** Signs in with e-mail and password. */
export function SignInForm({ email, onEmail, takesFocus }: AuthFormProps): ReactNode {
  const form = useContractForm<LoginBody>({ schema, defaultValues: { email, password: '' } })
  const { submit, error, pending } = useAuthForm(form, (body) => api.call('login', { body }), 'Login failed')
  const { errors } = form.formState
  useFirstFocus(form, email === '' ? 'email' : 'password', takesFocus)
  return (
    <Form onSubmit={submit} error={error}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email', { onChange: () => onEmail(form.getValues('email')) })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" pending={pending}>
        Sign in
      </Button>
      <Link
        to="/forgot-password"
        state={{ email }}
        className={styles.forgot}
        // A field that is left empty would push the link away from under the finger.
        onMouseDown={(event) => event.preventDefault()}
      >
        Forgot password?
      </Link>
    </Form>
  )
}
