import { ownTimeFirst } from '../../clock/format.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { parseEasternInput } from './eastern-time.ts'
import type { FieldDraft } from '../../ui/forms/field-draft.ts'
import { ConflictNote } from '../../ui/forms/conflict-note.tsx'

interface EasternFieldProps {
  readonly label: string
  readonly draft: FieldDraft
  /** Describes an empty value. */
  readonly emptyText?: string
}

/** A date and time in Eastern time. While it is edited, a hint repeats it in the viewer's time, too. */
export function EasternField({ label, draft, emptyText = 'nothing' }: EasternFieldProps) {
  const input = parseEasternInput(draft.value)
  return (
    <div>
      <TextField
        type="datetime-local"
        label={`${label} (ET)`}
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
  if (!isEdited || input.status !== 'time') return 'ET is Eastern time, wherever you are'
  const note = input.isAmbiguous ? '. This time occurs twice that night; the first one is used' : ''
  return `${ownTimeFirst(input.iso)}${note}`
}

function describe(value: string): string | undefined {
  const input = parseEasternInput(value)
  return input.status === 'time' ? ownTimeFirst(input.iso) : undefined
}
