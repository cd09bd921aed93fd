import type { LoginBody, Session } from '@outlast/contract'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { api, write } from '../../api/client.ts'
import { Form } from '../../components/forms/form.tsx'
import { MobileField } from '../../components/forms/mobile-field.tsx'
import { PasswordField } from '../../components/forms/password-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { applyServerErrors, useContractForm } from '../../components/forms/use-contract-form.ts'
import { Button } from '../../components/ui/button.tsx'
import styles from './auth.module.css'
import { signIn } from '../../session/session.ts'

/** What both forms of the panel take. */
export interface AuthFormProps {
  /** What was typed in the other form. */
  readonly email: string
  readonly onEmail: (typed: string) => void
  readonly takesFocus: boolean
}

/** Sends a form and signs in with the answer. @returns what to do on submit, and the sentence for the whole form */
export function useAuthForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<Session>,
  fallback: string,
) {
  const [error, setError] = useState<string | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setError(null)
    try {
      signIn(await send(values))
    } catch (failure) {
      setError(applyServerErrors(form, failure, fallback))
    }
  })
  return { submit, error, pending: form.formState.isSubmitting }
}

/** Puts the focus into a field when the form appears. */
export function useFirstFocus<Values extends FieldValues>(
  { setFocus }: UseFormReturn<Values>,
  name: FieldPath<Values>,
  isOn: boolean,
): void {
  useEffect(() => {
    if (isOn) setFocus(name)
  }, [setFocus, name, isOn])
}

const loginSchema = () => import('@outlast/contract/rest/auth').then((module) => module.loginBody)

/** Signs in with e-mail and password. */
export function SignInForm({ email, onEmail, takesFocus }: AuthFormProps): ReactNode {
  const form = useContractForm<LoginBody>({ schema: loginSchema, defaultValues: { email, password: '' } })
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

const registerSchema = () => import('@outlast/contract/rest/auth').then((module) => module.registerBody)

/** The form as typed; the schema makes of it what is sent. */
interface RegisterValues {
  first_name: string
  last_name: string
  email: string
  mobile: string
  password: string
}

/** Makes an account and signs in. */
export function RegisterForm({ email, onEmail, takesFocus }: AuthFormProps): ReactNode {
  const defaultValues = { first_name: '', last_name: '', email, mobile: '', password: '' }
  const form = useContractForm<RegisterValues>({ schema: registerSchema, defaultValues })
  const { submit, error, pending } = useAuthForm(form, (body) => write('register', { body }), 'Register failed')
  const { register, formState } = form
  const { errors } = formState
  useFirstFocus(form, 'first_name', takesFocus)
  return (
    <Form onSubmit={submit} error={error}>
      <div className={styles.names}>
        <TextField label="First name" autoComplete="given-name" error={errors.first_name?.message} {...register('first_name')} />
        <TextField label="Last name" autoComplete="family-name" error={errors.last_name?.message} {...register('last_name')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', { onChange: () => onEmail(form.getValues('email')) })}
      />
      <MobileField label="Mobile" hint="Optional" error={errors.mobile?.message} {...register('mobile')} />
      <PasswordField
        label="Password"
        hint="8 characters or more"
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant="primary" pending={pending}>
        Register
      </Button>
    </Form>
  )
}
