import { easternTime, localTime } from '../../clock/format.ts'
import { TextField } from '../../components/ui/text-field.tsx'
import { readEasternInput } from './eastern-time.ts'

interface EasternFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
}

/** A date and time in New York, with what it says in words there and where the viewer is. */
export function EasternField({ label, value, onChange, disabled }: EasternFieldProps) {
  const read = readEasternInput(value)
  return (
    <TextField
      type="datetime-local"
      label={`${label} (Eastern time)`}
      value={value}
      disabled={disabled}
      error={read.status === 'invalid' ? read.sentence : null}
      hint={hintOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function hintOf(value: string): string {
  const read = readEasternInput(value)
  if (read.status !== 'time') return 'In New York’s zone, wherever you are'
  const local = localTime(read.iso)
  const twice = read.twice ? '. The clocks show this twice that night; the first is meant' : ''
  return `${bothZones(read.iso, local)}${twice}`
}

const bothZones = (iso: string, local: string | undefined): string =>
  local === undefined ? easternTime(iso) : `${easternTime(iso)} · ${local} where you are`

/** An instant in Eastern time and, where that differs, in the viewer's own zone. */
export const inBothZones = (iso: string): string => bothZones(iso, localTime(iso))
