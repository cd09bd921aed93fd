import { type ChangeEvent, useId, useState } from 'react'
import { TextField } from '../../components/forms/text-field.tsx'
import { parseSeason } from './history-params.ts'

interface SeasonInputProps {
  readonly year: number | null
  /** Those the pool has, newest first. */
  readonly years: readonly number[]
  readonly onChange: (year: number) => void
}

/** The season's year, in digits; those that exist are offered. Takes a year as soon as it is one. */
export function SeasonInput({ year, years, onChange }: SeasonInputProps) {
  const list = useId()
  const known = year === null ? '' : String(year)
  const [text, setText] = useState(known)
  const [before, setBefore] = useState(known)
  if (before !== known) {
    setBefore(known)
    setText(known)
  }
  const type = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const digits = target.value.replace(/\D/g, '').slice(0, 4)
    setText(digits)
    const next = parseSeason(digits)
    if (next !== null && next !== year) onChange(next)
  }
  return (
    <>
      <TextField
        label="Season"
        value={text}
        onChange={type}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(known)}
        inputMode="numeric"
        autoComplete="off"
        list={list}
        error={text.length === 4 && parseSeason(text) === null ? '2000 to 2100' : null}
      />
      <datalist id={list}>
        {years.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
    </>
  )
}
