import type { User } from '@outlast/contract'
import type { ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { MobileField } from '../../components/forms/mobile-field.tsx'
import { PasswordField } from '../../components/forms/password-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import styles from './account.module.css'
import { useProfileForm } from './use-profile-form.ts'

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
