import { POOL_RULES, type RuleControl, type RuleName, type RuleShape } from '@outlast/domain/pool-rules'
import type { FieldDraft } from '../../ui/forms/field-draft.ts'
import { currencyOptions } from './currencies.ts'
import { OrderedSteps } from './ordered-steps.tsx'
import styles from './rule-book.module.css'
import { RuleChoice, RuleText } from './rule-field.tsx'
import { groupOf } from './rule-values.ts'
import type { RuleDraft } from './use-rule-draft.ts'

interface RuleControlsProps {
  readonly name: RuleName
  readonly draft: RuleDraft
  readonly disabled: boolean
}

/** The controls of a rule. Which they are follows from the kind of its values. */
export function RuleControls({ name, draft, disabled }: RuleControlsProps) {
  const { kind, control }: { readonly kind: RuleShape; readonly control: RuleControl } = POOL_RULES[name]
  const group = groupOf(kind)
  const options = control.options?.(draft.rules)
  return (
    <>
      <ShapeControl shape={kind} {...control} options={options} draft={draft.field(name)} disabled={disabled} />
      {group !== undefined && draft.texts[name] === group.text && (
        <div className={styles.pair}>
          {Object.entries(group.fields).map(([part, field]) => (
            <ShapeControl
              key={part}
              shape={field.kind}
              label={field.label}
              options={field.options}
              draft={draft.field(`${name}.${part}`)}
              disabled={disabled}
            />
          ))}
        </div>
      )}
    </>
  )
}

interface ShapeControlProps {
  readonly shape: RuleShape
  readonly label: string
  readonly options?: Readonly<Record<string, string>> | undefined
  readonly hint?: string
  readonly empty?: string
  readonly draft: FieldDraft
  readonly disabled: boolean
}

const AMOUNT_LENGTH = 9
const TIME_LENGTH = 5
/** Of a percent, with a comma and a blank. */
const SHARE_LENGTH = 4

function ShapeControl({ shape, options, ...field }: ShapeControlProps) {
  if (shape.type === 'optional' && shape.of.type !== 'group')
    return <ShapeControl shape={shape.of} options={options} {...field} />
  if (shape.type === 'order') return <OrderedSteps names={options ?? {}} {...field} />
  if (options !== undefined) {
    return <RuleChoice options={Object.entries(options).map(([value, label]) => ({ value, label }))} {...field} />
  }
  if (shape.type === 'shares') {
    return <RuleText kind="letters" maxLength={SHARE_LENGTH * shape.most} {...field} />
  }
  if (shape.type === 'time') return <RuleText kind="letters" maxLength={TIME_LENGTH} {...field} />
  if (shape.type === 'currency') return <RuleChoice options={currencyOptions(field.draft.value)} {...field} />
  if (shape.type !== 'whole') return null
  return shape.is === 'cents' ? (
    <RuleText kind="amount" maxLength={AMOUNT_LENGTH} {...field} />
  ) : (
    <RuleText maxLength={String(shape.max).length} {...field} />
  )
}
