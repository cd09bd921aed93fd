import { easternTime, localTime } from '../../clock/format.ts'
import { TextField } from '../../components/forms/text-field.tsx'
import styles from './admin-weeks.module.css'
import { DraftNote } from './fields.tsx'
import { readEasternInput } from './eastern-time.ts'
import type { FieldDraft } from './field-draft.ts'

interface EasternFieldProps {
  readonly label: string
  readonly draft: FieldDraft
  /** What an empty field stands for, in words. */
  readonly emptyWords?: string
}

/** A date and time in New York; while it is edited, what it says in words there and where the viewer is. */
export function EasternField({ label, draft, emptyWords = 'nothing' }: EasternFieldProps) {
  const read = readEasternInput(draft.value)
  return (
    <div>
      <TextField
        type="datetime-local"
        label={`${label} (Eastern time)`}
        value={draft.value}
        error={read.status === 'invalid' ? read.sentence : null}
        hint={hintOf(draft)}
        onChange={(event) => draft.set(event.target.value)}
      />
      <DraftNote draft={draft} words={(value) => wordsOf(value) ?? emptyWords} />
    </div>
  )
}

function hintOf({ value, isEdited }: FieldDraft): string {
  const read = readEasternInput(value)
  if (!isEdited || read.status !== 'time') return 'In New York’s zone, wherever you are'
  const twice = read.twice ? '. The clocks show this twice that night; the first is meant' : ''
  return `${inBothZones(read.iso)}${twice}`
}

function wordsOf(value: string): string | undefined {
  const read = readEasternInput(value)
  return read.status === 'time' ? inBothZones(read.iso) : undefined
}

function inBothZones(iso: string): string {
  const local = localTime(iso)
  return local === undefined ? easternTime(iso) : `${easternTime(iso)} · ${local} where you are`
}

/** An instant in Eastern time and, where that differs, in the viewer's own zone. */
export function BothZones({ iso }: { readonly iso: string }) {
  const local = localTime(iso)
  return (
    <>
      <p className={styles.fact}>{easternTime(iso)}</p>
      {local !== undefined && <p className={styles.muted}>{local} where you are</p>}
    </>
  )
}
