import type { LoginBody } from '@outlast/contract'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Link } from 'wouter'
import { api, write } from '../../api/client.ts'
import { createFirstEntry, firstEntryName } from '../../pick-drafts/first-entry.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { MobileField } from '../../ui/forms/mobile-field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { hasPasskeys } from '../../session/passkey.ts'
import { offerPasskey } from '../../session/passkey-offer.ts'
import { signIn } from '../../session/session.ts'
import styles from './auth.module.css'
import { OtherWays } from './other-ways.tsx'

/** The props of both forms. */
interface AuthFormProps {
  /** The email typed in the other form. */
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly focusOnMount: boolean
}

interface RegisterFormProps extends AuthFormProps {
  /** The token of the setup link, if the page was opened with it. */
  readonly setupToken: string | null
  /** The code of the invitation link, which stays out of sight, or blank to ask for one; null if no code is needed. */
  readonly code: string | null
  /** Whether the member gets their first entry in the same step. */
  readonly hasFirstEntry: boolean
}

/** Focuses a field when the form mounts. */
function useFocusOnMount<Values extends FieldValues>(
  { setFocus }: UseFormReturn<Values>,
  name: FieldPath<Values>,
  isEnabled: boolean,
): void {
  useEffect(() => {
    if (isEnabled) setFocus(name)
  }, [setFocus, name, isEnabled])
}

const loginSchema = () => import('@outlast/contract/rest/auth').then((module) => module.loginBody)

/** Signs in with email and password. */
export function SignInForm({ email, onEmail, focusOnMount }: AuthFormProps): ReactNode {
  const form = useContractForm<LoginBody>({ schema: loginSchema, defaultValues: { email, password: '' } })
  const login = async (body: LoginBody) => signIn(await api.call('login', { body }))
  const { submit, error, isSubmitting } = useSubmit(form, login, 'Login failed')
  const { errors } = form.formState
  useFocusOnMount(form, email === '' ? 'email' : 'password', focusOnMount)
  const readEmail = async (): Promise<string | undefined> =>
    (await form.trigger('email', { shouldFocus: true })) ? form.getValues('email').trim() : undefined
  return (
    <Form onSubmit={submit} error={error}>
      <TextField
        label="Email"
        type="email"
        autoComplete={hasPasskeys() ? 'username webauthn' : 'username'}
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
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Sign in
      </Button>
      <Link
        to="/forgot-password"
        state={{ email }}
        className={styles.forgot}
        // Leaving an empty field shows an error, which would move the link before the click lands.
        onMouseDown={(event) => event.preventDefault()}
      >
        Forgot password?
      </Link>
      <OtherWays readEmail={readEmail} />
    </Form>
  )
}

const registerSchema = () => import('@outlast/contract/rest/auth').then((module) => module.registerBody)

/** The form's values. The schema converts them to the request body. */
interface RegisterValues {
  first_name: string
  last_name: string
  email: string
  mobile: string
  password: string
  code: string
}

/** Creates an account and signs in. */
export function RegisterForm({ email, onEmail, focusOnMount, setupToken, code, hasFirstEntry }: RegisterFormProps): ReactNode {
  const defaultValues = { first_name: '', last_name: '', email, mobile: '', password: '', code: code ?? '' }
  const form = useContractForm<RegisterValues>({ schema: registerSchema, defaultValues })
  const createAccount = async (values: RegisterValues) => {
    const { code: typed, ...account } = values
    const setup = setupToken === null ? {} : { setup_token: setupToken }
    const invitation = typed.trim() === '' ? {} : { code: typed }
    const session = await write('register', { body: { ...account, ...setup, ...invitation } })
    if (wantsEntry) await createFirstEntry(session)
    offerPasskey()
    signIn(session)
  }
  const { submit, error, isSubmitting } = useSubmit(form, createAccount, 'Register failed')
  const [wantsEntry, setWantsEntry] = useState(hasFirstEntry)
  const firstName = form.watch('first_name').trim()
  const { register, formState } = form
  const { errors } = formState
  // A link brings its code, which nobody needs to see unless it does not work.
  const isCodeShown = code !== null && (code === '' || error !== null || errors.code !== undefined)
  useFocusOnMount(form, 'first_name', focusOnMount)
  return (
    <Form onSubmit={submit} error={error}>
      {isCodeShown && (
        <TextField
          label="Invitation code"
          hint="From your commissioner’s link, poster or mail"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.code?.message}
          {...register('code')}
        />
      )}
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
      <PasswordField
        label="Password"
        hint="8 characters or more"
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <MobileField label="Mobile" hint="Optional" error={errors.mobile?.message} {...register('mobile')} />
      {hasFirstEntry && (
        <Checkbox
          label={`Create my first entry${firstName === '' ? '' : `: ${firstEntryName(firstName)}`}`}
          checked={wantsEntry}
          onChange={(event) => setWantsEntry(event.target.checked)}
        />
      )}
      <Button type="submit" variant="primary" pending={isSubmitting}>
        Register
      </Button>
    </Form>
  )
}
