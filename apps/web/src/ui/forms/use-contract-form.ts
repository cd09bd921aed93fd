import { ApiError } from '@outlast/contract'
import { useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { loadChunk } from '../../lib/load-chunk.ts'

interface ContractFormOptions<Values extends FieldValues> {
  /** Imports the schema of the request body, e.g. `() => import('@outlast/contract/rest/auth').then((m) => m.loginBody)`. */
  readonly schema: () => Promise<z.ZodType>
  readonly defaultValues: DefaultValues<Values>
}

/** How long a form waits for its schema, in milliseconds. Then it sends what was typed, and the server says what is wrong with it. */
const SCHEMA_MS = 5_000

/**
 * Creates a form that validates with the same schema as the server. A field shows its error on blur or on submit. The schema loads
 * on the first validation, because schemas are larger than a screen (docs/decisions/020).
 */
export function useContractForm<Values extends FieldValues>({
  schema,
  defaultValues,
}: ContractFormOptions<Values>): UseFormReturn<Values> {
  const loading = useRef<Promise<Resolver<Values>>>(undefined)
  const resolver: Resolver<Values> = async (values, context, options) => {
    loading.current ??= loadResolver<Values>(schema)
    const validate = await loading.current.catch(() => undefined)
    if (validate !== undefined) return validate(values, context, options)
    // The import failed, or takes too long. Accept the values, since the server validates them too, and import again next time.
    loading.current = undefined
    return { values, errors: {} }
  }
  return useForm<Values>({ defaultValues, resolver, mode: 'onTouched' })
}

async function loadResolver<Values extends FieldValues>(schema: () => Promise<z.ZodType>): Promise<Resolver<Values>> {
  const [{ zodResolver }, { issueMessage }, body] = await loadChunk(
    () => Promise.all([import('@hookform/resolvers/zod'), import('@outlast/contract/fields/messages'), schema()]),
    SCHEMA_MS,
  )
  // The form holds the text of its inputs, which the schema converts, so its type cannot match the schema's.
  return zodResolver(body as z.ZodType<Values, Values>, { error: issueMessage }, { raw: true })
}

/** Fills a form with what was saved. What was typed since `sent` stays an edit. */
export function resetToSaved<Values extends FieldValues>(form: UseFormReturn<Values>, sent: Values, saved: Values): void {
  const current = form.getValues()
  form.reset(saved)
  for (const name of Object.keys(sent) as FieldPath<Values>[]) {
    if (current[name] !== sent[name]) form.setValue(name, current[name], { shouldDirty: true })
  }
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
function applyServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fallback: string,
): string | null {
  if (!(error instanceof ApiError)) return fallback
  const names = Object.keys(error.fields).filter((name) => name in form.getValues())
  for (const name of names) {
    form.setError(name as FieldPath<Values>, { type: 'server', message: error.fields[name] ?? error.message })
  }
  return names.length === 0 ? error.message : null
}
