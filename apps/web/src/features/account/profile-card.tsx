import type { User } from '@outlast/contract'
import { type ReactNode, useEffect } from 'react'
import { write } from '../../api/client.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { MobileField } from '../../ui/forms/mobile-field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { resetToSaved, useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { updateSessionUser } from '../../session/session.ts'
import styles from './account.module.css'
import { isNewEmail, profileChanges, type ProfileValues, profileValues } from './profile-changes.ts'

/** Edits the member's name, email and mobile. */
export function ProfileCard({ user }: { readonly user: User }): ReactNode {
  const { register, submit, undo, error, errors, isSubmitting, isDirty, needsPassword } = useProfileForm(user)
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
        {needsPassword && (
          <PasswordField
            label="Current password"
            hint="Required to change your email, because password reset links go there."
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
          {isDirty && !isSubmitting && (
            <Button variant="quiet" onClick={undo}>
              Undo
            </Button>
          )}
        </FormActions>
      </Form>
    </Card>
  )
}

/** The profile form. Changes made elsewhere show in it, except in fields that are being edited. */
function useProfileForm(user: User) {
  const schema = () => import('./profile-schema.ts').then(({ profileForm }) => profileForm(user.email))
  const form = useContractForm<ProfileValues>({ schema, defaultValues: profileValues(user) })
  const { reset, setError: setFieldError } = form
  // react-hook-form tracks dirty fields only if they are read during render.
  const { errors, dirtyFields } = form.formState
  const isDirty = Object.keys(dirtyFields).length > 0

  useEffect(() => reset(profileValues(user), { keepDirtyValues: true, keepErrors: true }), [user, reset])

  const save = async (typed: ProfileValues): Promise<void> => {
    const body = profileChanges(user, typed)
    if (body?.current_password === '')
      return setFieldError('current_password', { message: 'Current password required' }, { shouldFocus: true })
    if (body !== undefined) {
      const saved = await write('updateAccount', { body })
      updateSessionUser(saved)
      resetToSaved(form, typed, profileValues(saved))
    }
    toast(body === undefined ? 'Nothing changed' : 'Profile saved')
  }
  const { submit, error, clearError, isSubmitting } = useSubmit(form, save, 'Failed to update your account')
  const undo = (): void => {
    clearError()
    reset(profileValues(user))
  }
  const needsPassword = isNewEmail(user, form.watch('email'))
  return { register: form.register, submit, undo, error, errors, isSubmitting, isDirty, needsPassword }
}
