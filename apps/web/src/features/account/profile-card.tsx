import type { User } from '@outlast/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { write } from '../../api/client.ts'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { MobileField } from '../../components/forms/mobile-field.tsx'
import { PasswordField } from '../../components/forms/password-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { applyServerErrors, useContractForm } from '../../components/forms/use-contract-form.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { toast } from '../../components/ui/toast.tsx'
import styles from './account.module.css'
import { isNewEmail, profileChanges, type ProfileValues, valuesOf } from './profile-changes.ts'
import { updateSessionUser } from '../../session/session.ts'

/** Names, e-mail and mobile. */
export function ProfileCard({ user }: { readonly user: User }): ReactNode {
  const { register, submit, undo, error, errors, isSubmitting, isEdited, asksPassword } = useProfileForm(user)
  return (
    <Card title="Profile">
      <Form onSubmit={submit} error={error} label="Profile">
        <div className={styles.names}>
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...register('first_name')}
          />
          <TextField label="Last name" autoComplete="family-name" error={errors.last_name?.message} {...register('last_name')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...register('email')}
        />
        {asksPassword && (
          <PasswordField
            label="Current password"
            hint="Needed for a new email: links for a new password are sent there."
            autoComplete="current-password"
            error={errors.current_password?.message}
            {...register('current_password')}
          />
        )}
        <MobileField label="Mobile" hint="Optional" error={errors.mobile?.message} {...register('mobile')} />
        <FormActions>
          <Button type="submit" variant="primary" pending={isSubmitting}>
            Save profile
          </Button>
          {isEdited && !isSubmitting && (
            <Button variant="quiet" onClick={undo}>
              Undo
            </Button>
          )}
        </FormActions>
      </Form>
    </Card>
  )
}

const schema = () => import('./profile-schema.ts').then((module) => module.profileForm)

/** The form of the own profile. What is changed elsewhere arrives in it, but for what is being edited here. */
export function useProfileForm(user: User) {
  const form = useContractForm<ProfileValues>({ schema, defaultValues: valuesOf(user) })
  const [error, setError] = useState<string | null>(null)
  const { reset, setError: setFieldError } = form
  // Read while rendering, or the form does not keep book of what was edited.
  const { errors, isSubmitting, dirtyFields } = form.formState
  const isEdited = Object.keys(dirtyFields).length > 0

  useEffect(() => reset(valuesOf(user), { keepDirtyValues: true, keepErrors: true }), [user, reset])

  const save = async (typed: ProfileValues): Promise<void> => {
    const body = profileChanges(user, typed)
    if (body?.current_password === '')
      return setFieldError('current_password', { message: 'Current password required' }, { shouldFocus: true })
    if (body !== undefined) {
      const saved = await write('updateAccount', { body })
      updateSessionUser(saved)
      reset(valuesOf(saved))
    }
    toast(body === undefined ? 'Nothing was changed' : 'Profile saved')
  }
  const submit = form.handleSubmit(async (typed) => {
    setError(null)
    await save(typed).catch((failure: unknown) => setError(applyServerErrors(form, failure, 'Failed to update your account')))
  })
  const undo = (): void => {
    setError(null)
    reset(valuesOf(user))
  }
  const asksPassword = isNewEmail(user, form.watch('email'))
  return { register: form.register, submit, undo, error, errors, isSubmitting, isEdited, asksPassword }
}
