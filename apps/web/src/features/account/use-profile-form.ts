import type { User } from '@outlast/contract'
import { useEffect, useState } from 'react'
import { write } from '../../api/client.ts'
import { toast } from '../../components/ui/toast.tsx'
import { applyServerErrors, useContractForm } from '../../components/forms/use-contract-form.ts'
import { updateSessionUser } from '../../session/session.ts'
import { isNewEmail, profileChanges, type ProfileValues, valuesOf } from './profile-changes.ts'

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
