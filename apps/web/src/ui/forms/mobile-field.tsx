import type { ChangeEvent, ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

/** A mobile number input that keeps digits and a leading plus only. */
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

/** The maximum number of digits in a mobile number, not counting the plus. */
const MAX_DIGITS = 15

/** Removes everything but digits and a leading plus from a mobile number. Keeps the caret after the same character. */
export function cleanMobile(text: string, caret = text.length): { readonly value: string; readonly caret: number } {
  const value = clean(text)
  return { value, caret: Math.min(clean(text.slice(0, caret)).length, value.length) }
}

function clean(text: string): string {
  const plus = /^\D*?\+/.test(text) ? '+' : ''
  return plus + text.replace(/\D/g, '').slice(0, MAX_DIGITS)
}
