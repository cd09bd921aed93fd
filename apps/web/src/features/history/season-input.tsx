import { type ChangeEvent, useId, useState } from 'react'
import { TextField } from '../../ui/forms/text-field.tsx'
import { digitsOnly } from '../../lib/numbers.ts'
import { parseSeason } from './history-params.ts'

interface SeasonInputProps {
  readonly year: number | null
  /** The seasons of the pool, newest first. */
  readonly years: readonly number[]
  readonly onChange: (year: number) => void
}

/** A field for the year of a season. Suggests existing seasons and applies a year once it is complete. */
export function SeasonInput({ year, years, onChange }: SeasonInputProps) {
  const list = useId()
  const current = year === null ? '' : String(year)
  const [text, setText] = useState(current)
  const [previous, setPrevious] = useState(current)
  if (previous !== current) {
    setPrevious(current)
    setText(current)
  }
  const edit = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const digits = digitsOnly(target.value).slice(0, 4)
    setText(digits)
    const next = parseSeason(digits)
    if (next !== null && next !== year) onChange(next)
  }
  return (
    <>
      <TextField
        label="Season"
        value={text}
        onChange={edit}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(current)}
        inputMode="numeric"
        autoComplete="off"
        list={list}
        error={text.length === 4 && parseSeason(text) === null ? '2000 to 2100' : null}
      />
      <datalist id={list}>
        {years.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
    </>
  )
}
