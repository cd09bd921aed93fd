import type { ReactNode } from 'react'
import { write } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Form } from '../../components/forms/form.tsx'
import { MobileField } from '../../components/forms/mobile-field.tsx'
import { PasswordField } from '../../components/forms/password-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useContractForm } from '../../components/forms/use-contract-form.ts'
import { type AuthFormProps, useAuthForm, useFirstFocus } from './auth-form.ts'
import styles from './auth.module.css'

const schema = () => import('@outlast/contract/rest/auth').then((module) => module.registerBody)

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
  const form = useContractForm<RegisterValues>({ schema, defaultValues })
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
