import { useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { ApiError } from '@outlast/contract'
import type * as z from 'zod'

interface ContractFormOptions<Values extends FieldValues> {
  /** Fetches the contract's schema of what the form sends, e.g. `() => import('@outlast/contract/rest/auth').then((m) => m.loginBody)`. */
  readonly schema: () => Promise<z.ZodType>
  readonly defaultValues: DefaultValues<Values>
}

/**
 * A form that is checked by the contract's own schema, as the server will. Errors show after a field was left, or after trying to
 * submit (pool.md §5). Schemas weigh more than a screen, so they come when something is checked for the first time.
 */
export function useContractForm<Values extends FieldValues>({
  schema,
  defaultValues,
}: ContractFormOptions<Values>): UseFormReturn<Values> {
  const fetched = useRef<Promise<Resolver<Values>>>(undefined)
  const resolver: Resolver<Values> = async (values, context, options) => {
    fetched.current ??= load<Values>(schema)
    const check = await fetched.current.catch(() => undefined)
    if (check !== undefined) return check(values, context, options)
    // The connection is lost: sending says so, and the server checks in any case. Next time it is fetched again.
    fetched.current = undefined
    return { values, errors: {} }
  }
  return useForm<Values>({ defaultValues, resolver, mode: 'onTouched' })
}

async function load<Values extends FieldValues>(schema: () => Promise<z.ZodType>): Promise<Resolver<Values>> {
  const [{ zodResolver }, { sentenceFor }, body] = await Promise.all([
    import('@hookform/resolvers/zod'),
    import('@outlast/contract/fields/sentences'),
    schema(),
  ])
  // What a form holds is text that the schema turns into what is sent: its types are the form's own affair.
  return zodResolver(body as never, { error: sentenceFor } as never, { raw: true }) as unknown as Resolver<Values>
}

/**
 * Submits a form: when `send` fails, shows the server's messages beside their fields and the rest above the form.
 * @param fallback the message when the failure has none of its own
 */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<unknown>,
  fallback: string,
) {
  const [error, setError] = useState<string | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setError(null)
    await send(values).catch((failure: unknown) => setError(applyServerErrors(form, failure, fallback)))
  })
  return { submit, error, clearError: () => setError(null), isSubmitting: form.formState.isSubmitting }
}

/**
 * Shows the server's messages about single fields beside those fields.
 * @returns the message for the whole form; null when every message belongs to a field
 */
export function applyServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fallback: string,
): string | null {
  if (!(error instanceof ApiError)) return fallback
  const names = Object.keys(error.fields).filter((name) => name in form.getValues())
  for (const name of names)
    form.setError(name as FieldPath<Values>, { type: 'server', message: error.fields[name] ?? error.message })
  return names.length === 0 ? error.message : null
}
