import type { ChangeEvent, ComponentPropsWithRef } from 'react'
import type { FieldFrame } from './text-field.tsx'
import { typedMobile } from './mobile.ts'
import { TextField } from './text-field.tsx'

/** A mobile number: whatever is typed or pasted, digits with an optional leading plus stay (pool.md §5). For uncontrolled forms. */
export function MobileField({ onChange, ...field }: FieldFrame & ComponentPropsWithRef<'input'>) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    normalize(event.target)
    onChange?.(event)
  }
  return <TextField type="tel" inputMode="tel" autoComplete="tel" {...field} onChange={change} />
}

function normalize(input: HTMLInputElement): void {
  const { value, caret } = typedMobile(input.value, input.selectionStart ?? undefined)
  if (value === input.value) return
  input.value = value
  input.setSelectionRange(caret, caret)
}
