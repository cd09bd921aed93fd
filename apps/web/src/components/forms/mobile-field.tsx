import type { ChangeEvent, ComponentProps } from 'react'
import { cleanMobile } from './mobile.ts'
import { TextField } from './text-field.tsx'

/** A mobile number input that keeps digits and a leading plus only. For uncontrolled forms. */
export function MobileField({ onChange, ...props }: ComponentProps<typeof TextField>) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const { value, caret } = cleanMobile(input.value, input.selectionStart ?? undefined)
    if (value !== input.value) {
      input.value = value
      input.setSelectionRange(caret, caret)
    }
    onChange?.(event)
  }
  return <TextField type="tel" inputMode="tel" autoComplete="tel" {...props} onChange={handleChange} />
}
