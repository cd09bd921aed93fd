import { capitalize } from '@outlast/contract/words'
import { ConflictNote } from '../../ui/forms/conflict-note.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import type { FieldDraft } from '../../ui/forms/field-draft.ts'
import { Button } from '../../ui/button.tsx'
import styles from './rule-book.module.css'
import { stepsOf } from './rule-values.ts'

interface OrderedStepsProps {
  readonly label: string
  /** What each step is called. */
  readonly names: Readonly<Record<string, string>>
  readonly draft: FieldDraft
  readonly disabled: boolean
}

/** Steps of which an admin chooses some: the chosen ones in their order, then the others. */
export function OrderedSteps({ label, names, draft, disabled }: OrderedStepsProps) {
  const chosen = stepsOf(draft.value)
  const set = (steps: readonly string[]) => draft.set(steps.join(','))
  const toggle = (step: string) => set(chosen.includes(step) ? chosen.filter((one) => one !== step) : [...chosen, step])
  const moveUp = (step: string) => {
    const at = chosen.indexOf(step)
    set(chosen.toSpliced(at, 1).toSpliced(at - 1, 0, step))
  }
  const others = Object.keys(names).filter((step) => !chosen.includes(step))
  return (
    <fieldset className={styles.presets} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      <ol className="stack1">
        {[...chosen, ...others].map((step) => (
          <li key={step} className={styles.step}>
            <Checkbox
              label={capitalize(names[step] ?? step)}
              checked={chosen.includes(step)}
              disabled={disabled}
              onChange={() => toggle(step)}
            />
            {!disabled && chosen.indexOf(step) > 0 && (
              <Button size="small" variant="quiet" aria-label={`Move up: ${names[step] ?? step}`} onClick={() => moveUp(step)}>
                Move up
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ConflictNote draft={draft} />
    </fieldset>
  )
}
