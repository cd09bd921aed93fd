import { type ReactNode, useId } from 'react'
import { ErrorText } from '../errors.tsx'
import { VisuallyHidden } from '../screen-reader.tsx'
import styles from './forms.module.css'

/** The props that every field has besides those of its control. */
export interface FieldProps {
  readonly label: ReactNode
  readonly error?: string | null | undefined
  readonly hint?: ReactNode
  /** Shows the label to screen readers only, for tables whose header says it. */
  readonly hideLabel?: boolean | undefined
  readonly id?: string | undefined
}

/** Separates the props of a field from those of its control. */
export function splitProps<P extends FieldProps>({ label, error, hint, hideLabel, id, ...control }: P) {
  return [{ label, error, hint, hideLabel, id }, control] as const
}

/** Returns the props that tie a control to its label, its hint and its error. */
export function useControlProps({ id: givenId, hint, error }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined } as const
}

/** The hint and the error of a field. */
export function FieldMessages({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p className="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </>
  )
}

interface FieldFrameProps extends FieldProps {
  readonly children: (control: ReturnType<typeof useControlProps>) => ReactNode
}

/** A control with its label, hint and error, which screen readers read together. */
export function Field({ children, ...field }: FieldFrameProps) {
  const control = useControlProps(field)
  return (
    <div className="stack1">
      <label className={styles.label} htmlFor={control.id}>
        {field.hideLabel ? <VisuallyHidden>{field.label}</VisuallyHidden> : field.label}
      </label>
      {children(control)}
      <FieldMessages id={control.id} hint={field.hint} error={field.error} />
    </div>
  )
}
