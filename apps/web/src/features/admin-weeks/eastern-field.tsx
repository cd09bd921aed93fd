import { easternTime, localTime } from '../../clock/format.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './admin-weeks.module.css'
import { parseEasternInput } from './eastern-time.ts'
import type { FieldDraft } from '../../ui/forms/field-draft.ts'
import { ConflictNote } from '../../ui/forms/conflict-note.tsx'

interface EasternFieldProps {
  readonly label: string
  readonly draft: FieldDraft
  /** Describes an empty value. */
  readonly emptyText?: string
}

/** A date and time in New York. While it is edited, a hint repeats it in Eastern and in local time. */
export function EasternField({ label, draft, emptyText = 'nothing' }: EasternFieldProps) {
  const input = parseEasternInput(draft.value)
  return (
    <div>
      <TextField
        type="datetime-local"
        label={`${label} (Eastern time)`}
        value={draft.value}
        error={input.status === 'invalid' ? input.message : null}
        hint={hintOf(draft)}
        onChange={(event) => draft.set(event.target.value)}
      />
      <ConflictNote draft={draft} format={(value) => describe(value) ?? emptyText} />
    </div>
  )
}

function hintOf({ value, isEdited }: FieldDraft): string {
  const input = parseEasternInput(value)
  if (!isEdited || input.status !== 'time') return 'Always Eastern time, wherever you are'
  const note = input.isAmbiguous ? '. This time occurs twice that night; the first one is used' : ''
  return `${inBothZones(input.iso)}${note}`
}

function describe(value: string): string | undefined {
  const input = parseEasternInput(value)
  return input.status === 'time' ? inBothZones(input.iso) : undefined
}

function inBothZones(iso: string): string {
  const local = localTime(iso)
  return local === undefined ? easternTime(iso) : `${easternTime(iso)} · ${local} your time`
}

/** An instant in Eastern time and, where that differs, in the viewer's own zone. */
export function BothZones({ iso }: { readonly iso: string }) {
  const local = localTime(iso)
  return (
    <>
      <p className={styles.fact}>{easternTime(iso)}</p>
      {local !== undefined && <p className={styles.muted}>{local} your time</p>}
    </>
  )
}
