import { CREST_TOO_LARGE, crestAddress, MAX_CREST_KB } from '@outlast/contract/crest'
import { Shield } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import styles from './crest-field.module.css'

/** A change of the crest that is not saved: a file as a data URL, or null to remove the crest; undefined: no change. */
export type CrestDraft = string | null | undefined

interface CrestFieldProps {
  /** The version of the saved crest; null: none. */
  readonly saved: string | null
  readonly draft: CrestDraft
  readonly onChange: (draft: CrestDraft) => void
}

/** Chooses the file of the club's crest and shows it. */
export function CrestField({ saved, draft, onChange }: CrestFieldProps) {
  const id = useId()
  const [error, setError] = useState('')
  const source = draft === undefined ? saved && crestAddress(saved, 192) : draft
  const choose = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = input.files?.[0]
    if (file === undefined) return
    if (file.size > MAX_CREST_KB * 1_000) setError(CREST_TOO_LARGE)
    else {
      setError('')
      onChange(await readFile(file))
    }
    // The same file can be chosen again.
    input.value = ''
  }
  const remove = (): void => {
    setError('')
    onChange(saved === null ? undefined : null)
  }
  return (
    <fieldset className="stack2">
      <legend className="legend">Club crest</legend>
      <div className={styles.row}>
        <span className={styles.frame}>
          {source ? (
            <img src={source} alt={draft === undefined ? 'Club crest' : 'New club crest'} />
          ) : (
            <Shield size={32} aria-hidden />
          )}
        </span>
        <label className={styles.choose}>
          {source ? 'Choose Another Image' : 'Choose Image'}
          <input
            type="file"
            accept=".svg,.png,image/svg+xml,image/png"
            aria-describedby={`${id}-hint`}
            onChange={(event) => void choose(event)}
          />
        </label>
        {source && (
          <Button variant="quiet" onClick={remove}>
            Remove Crest
          </Button>
        )}
      </div>
      <p className="note" id={`${id}-hint`}>
        SVG or PNG, up to {MAX_CREST_KB} kB. Shown beside the club’s name, and as the icon of the app.
      </p>
      <ErrorText>{error}</ErrorText>
    </fieldset>
  )
}

/** Returns the content of a draft in base64, as the server takes it. */
export const crestContent = (draft: Exclude<CrestDraft, undefined>): string | null =>
  draft === null ? null : draft.slice(draft.indexOf(',') + 1)

function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
}
