import { clubAccent, SURFACES } from '@outlast/contract/club-accent'
import { type ReactNode, useState } from 'react'
import { write } from '../api/client.ts'
import { ConflictNote } from '../ui/forms/conflict-note.tsx'
import { useFieldDraft } from '../ui/forms/field-draft.ts'
import { Form, FormActions, FormStatus } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useAction } from '../ui/forms/use-action.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { type CrestDraft, CrestField, crestContent } from './crest-field.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import { VisuallyHidden } from '../ui/screen-reader.tsx'
import styles from './club-form.module.css'

/** Colors that many clubs play in. */
const SWATCHES = [
  ['#14539a', 'Blue'],
  ['#0a5c36', 'Green'],
  ['#a6192e', 'Red'],
  ['#7a0019', 'Maroon'],
  ['#4f2d7f', 'Purple'],
  ['#b85c00', 'Orange'],
  ['#c99700', 'Gold'],
  ['#00788a', 'Teal'],
  ['#1d252d', 'Black'],
] as const

interface ClubFormProps {
  readonly name: string
  readonly color: string | null
  /** The version of the crest; null: none. */
  readonly crest: string | null
  /** Whether odds are shown; the setup does not ask. */
  readonly showsOdds?: boolean | undefined
  /** For the setup: what follows, and a button beside its own. */
  readonly setup?: { readonly onDone: () => void; readonly secondary: ReactNode } | undefined
}

/** Edits the club's name, color and crest, and whether odds are shown. */
export function ClubForm({ name: savedName, color: savedColor, crest: savedCrest, showsOdds: savedOdds, setup }: ClubFormProps) {
  const name = useFieldDraft(savedName)
  const color = useFieldDraft(savedColor ?? '')
  const odds = useFieldDraft(savedOdds === false ? 'off' : 'on')
  const [crest, setCrest] = useState<CrestDraft>(undefined)
  const [note, setNote] = useState('')
  const isChanged = name.isEdited || color.isEdited || odds.isEdited || crest !== undefined
  const save = useAction(
    () =>
      write('updateClub', {
        body: {
          ...(name.isEdited ? { name: name.value } : {}),
          ...(color.isEdited ? { color: color.value === '' ? null : color.value } : {}),
          ...(crest === undefined ? {} : { crest: crestContent(crest) }),
          ...(odds.isEdited ? { shows_odds: odds.value === 'on' } : {}),
        },
      }),
    { success: 'Club updated', fallback: 'Failed to update the club' },
  )
  const submit = async (): Promise<void> => {
    setNote(isChanged || setup !== undefined ? '' : 'Nothing to save')
    if (isChanged) {
      if ((await save.run()) === undefined) return
      name.markSaved(name.value)
      color.markSaved(color.value)
      odds.markSaved(odds.value)
      setCrest(undefined)
    }
    setup?.onDone()
  }
  return (
    <Form label="Club" onSubmit={submit}>
      <div>
        <TextField
          label="Club name"
          hint="Shown at the top of every page, and in mails"
          autoComplete="organization"
          maxLength={80}
          value={name.value}
          onChange={(event) => name.set(event.target.value)}
        />
        <ConflictNote draft={name} />
      </div>
      <div>
        <ColorChoice value={color.value} onChange={color.set} />
        <ConflictNote draft={color} format={(value) => value || 'no color'} />
      </div>
      <CrestField saved={savedCrest} draft={crest} onChange={setCrest} />
      {savedOdds !== undefined && (
        <Checkbox
          label="Show odds of revealed weeks"
          hint="Each pick’s chance and the pool’s, once a week has locked"
          checked={odds.value === 'on'}
          onChange={(event) => odds.set(event.target.checked ? 'on' : 'off')}
        />
      )}
      <FormActions>
        <Button type="submit" variant={setup === undefined ? 'secondary' : 'primary'} pending={save.pending}>
          {setup === undefined ? 'Save Club' : 'Continue'}
        </Button>
        {setup?.secondary}
      </FormActions>
      <ErrorText>{save.error}</ErrorText>
      <FormStatus>{note}</FormStatus>
    </Form>
  )
}

interface ColorChoiceProps {
  /** `#rrggbb`, or empty for the app's own accent. */
  readonly value: string
  readonly onChange: (color: string) => void
}

function ColorChoice({ value, onChange }: ColorChoiceProps) {
  const isListed = value === '' || SWATCHES.some(([color]) => color === value)
  return (
    <fieldset className="stack3">
      <legend className="legend">Club color</legend>
      <div className="line">
        <label className={styles.own}>
          <input type="radio" name="club-color" checked={value === ''} onChange={() => onChange('')} />
          <span>Outlast’s own</span>
        </label>
        {SWATCHES.map(([color, label]) => (
          <label key={color} className={styles.swatch} title={label} style={{ backgroundColor: color }}>
            <input type="radio" name="club-color" checked={value === color} onChange={() => onChange(color)} />
            <VisuallyHidden>{label}</VisuallyHidden>
          </label>
        ))}
        <label className={styles.custom} data-chosen={!isListed || undefined}>
          <input type="color" value={value === '' ? '#005a6b' : value} onChange={(event) => onChange(event.target.value)} />
          <span>Another color</span>
        </label>
      </div>
      {value !== '' && <Preview color={value} />}
    </fieldset>
  )
}

/** How buttons and links look in both themes. */
function Preview({ color }: { readonly color: string }) {
  const accents = clubAccent(color)
  return (
    <div className={styles.previews} aria-hidden="true">
      {(['light', 'dark'] as const).map((theme) => {
        const accent = accents[theme]
        return (
          <div key={theme} className={styles.preview} style={{ backgroundColor: SURFACES[theme][0] }}>
            <span className={styles.sampleButton} style={{ backgroundColor: accent.accent, color: accent['on-accent'] }}>
              Submit Pick
            </span>
            <span style={{ color: accent['accent-text'] }}>Weekly Reveal</span>
          </div>
        )
      })}
    </div>
  )
}
