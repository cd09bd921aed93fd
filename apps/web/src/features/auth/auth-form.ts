import { useEffect, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { Session } from '@outlast/contract'
import { applyServerErrors } from '../../components/forms/use-contract-form.ts'
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
