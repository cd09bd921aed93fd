import type { ReactNode } from 'react'
import { ErrorText } from '../../ui/errors.tsx'
import { digitsOnly } from '../../lib/numbers.ts'
import { ConflictNote } from '../../ui/forms/conflict-note.tsx'
import type { FieldDraft } from '../../ui/forms/field-draft.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './rule-book.module.css'

interface ExplainedProps {
  readonly consequence: string | null
  /** Why they don't fit another rule. */
  readonly conflict: string | undefined
  readonly children: ReactNode
}

/** A rule's controls with what their values mean, or with the rule that they don't fit. */
export function Explained({ consequence, conflict, children }: ExplainedProps) {
  return (
    <div className={styles.rule}>
      {children}
      {conflict !== undefined && <ErrorText>{conflict}</ErrorText>}
      {conflict === undefined && consequence !== null && <p className="note">{consequence}</p>}
    </div>
  )
}

interface FieldProps {
  readonly label: string
  readonly draft: FieldDraft
  readonly disabled: boolean
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function RuleChoice({ label, options, draft, disabled }: ChoiceProps) {
  const labelOf = (value: string): string => options.find((option) => option.value === value)?.label ?? value
  return (
    <div>
      <SelectField
        label={label}
        options={options}
        value={draft.value}
        disabled={disabled}
        onChange={(event) => draft.set(event.target.value)}
      />
      <ConflictNote draft={draft} format={labelOf} />
    </div>
  )
}

interface TextRuleProps extends FieldProps {
  readonly hint?: string | undefined
  /** What an empty field means, in the note about another admin's change. */
  readonly empty?: string
  /** Whole numbers unless the field takes an amount or letters. */
  readonly kind?: 'amount' | 'letters'
  readonly maxLength?: number
}

export function RuleText({ label, hint, draft, disabled, empty = 'nothing', kind, maxLength = 4 }: TextRuleProps) {
  return (
    <div>
      <TextField
        label={label}
        hint={hint}
        inputMode={kind === undefined ? 'numeric' : kind === 'amount' ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={maxLength}
        value={draft.value}
        disabled={disabled}
        onChange={(event) => draft.set(kind === undefined ? digitsOnly(event.target.value) : event.target.value)}
      />
      <ConflictNote draft={draft} format={(value) => value || empty} />
    </div>
  )
}
