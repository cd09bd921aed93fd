import { AUTO_PICK_STEPS, type AutoPickStep } from '@outlast/domain/rules'
import { ConflictNote } from '../../forms/conflict-note.tsx'
import { Checkbox } from '../../forms/checkbox.tsx'
import type { FieldDraft } from '../../forms/field-draft.ts'
import { Button } from '../../ui/button.tsx'
import { STEP_NAMES } from './consequences.ts'
import styles from './rule-book.module.css'

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The steps of automatic picks: the chosen ones in their order, then the others. */
export function AutoPickSteps({ draft, disabled }: { readonly draft: FieldDraft; readonly disabled: boolean }) {
  const chosen = draft.value.split(',').filter((step): step is AutoPickStep => AUTO_PICK_STEPS.some((known) => known === step))
  const set = (steps: readonly string[]) => draft.set(steps.join(','))
  const toggle = (step: AutoPickStep) => set(chosen.includes(step) ? chosen.filter((one) => one !== step) : [...chosen, step])
  const moveUp = (step: AutoPickStep) => {
    const at = chosen.indexOf(step)
    set(chosen.toSpliced(at, 1).toSpliced(at - 1, 0, step))
  }
  const others = AUTO_PICK_STEPS.filter((step) => !chosen.includes(step))
  return (
    <fieldset className={styles.presets} disabled={disabled}>
      <legend className={styles.legend}>Automatic picks try</legend>
      <ol className={styles.steps}>
        {[...chosen, ...others].map((step) => (
          <li key={step} className={styles.step}>
            <Checkbox
              label={capitalize(STEP_NAMES[step])}
              checked={chosen.includes(step)}
              disabled={disabled}
              onChange={() => toggle(step)}
            />
            {!disabled && chosen.indexOf(step) > 0 && (
              <Button size="small" variant="quiet" aria-label={`Move up: ${STEP_NAMES[step]}`} onClick={() => moveUp(step)}>
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
