import type { PoolView } from '@outlast/contract/live'
import { meaningOf, POOL_RULES, type PoolRules, RULE_GROUPS, RULE_NAMES, type RuleName } from '@outlast/domain/pool-rules'
import { type ReactNode, useState } from 'react'
import { type Confirmed, write } from '../../api/client.ts'
import { useConfirmCalls } from '../confirm-call.tsx'
import { hasConsequences } from '../consequence-text.ts'
import { Form, FormActions, FormStatus } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { PresetChoice } from './preset-choice.tsx'
import styles from './rule-book.module.css'
import { RuleControls } from './rule-controls.tsx'
import { Explained } from './rule-field.tsx'
import { RuleGroups } from './rule-groups.tsx'
import { RulesLabFold } from './rules-lab-fold.tsx'
import { amountProblem, changeOf, conflictIn, conflictOf, type RulesChange } from './rule-values.ts'
import { useRuleDraft } from './use-rule-draft.ts'

interface RuleBookFormProps extends Pick<PoolView, 'rules' | 'rules_locked_by_season'> {
  readonly isChosen: boolean
  /** For the setup: recommends a preset, says what it means, and folds the single rules away. */
  readonly setup?: { readonly onDone: () => void; readonly secondary: ReactNode } | undefined
}

/** Edits all rules of the pool until the season's first week locks. */
export function RuleBookForm({ rules, rules_locked_by_season: season, isChosen, setup }: RuleBookFormProps) {
  const draft = useRuleDraft(rules, isChosen, setup === undefined ? undefined : 'classic')
  const [note, setNote] = useState('')
  const confirmCalls = useConfirmCalls()
  const save = useAction((body: RulesChange, confirmed: Confirmed) => write('updateRules', { body, ...confirmed }), {
    success: 'Rules updated',
    fallback: 'Failed to update the rules',
  })
  const isFixed = season !== null
  const isChanged = draft.edited.length > 0 || draft.sentPreset !== undefined
  const submit = async (): Promise<void> => {
    const problem = isChanged ? (conflictIn(draft.texts, draft.edited) ?? amountProblem(draft.texts)) : undefined
    setNote(problem ?? (isChanged || setup !== undefined ? '' : 'Nothing to save'))
    if (problem !== undefined) return
    if (isChanged) {
      const body = changeOf(draft.texts, draft.edited, draft.sentPreset)
      const question = { title: 'Change the rules?', confirmLabel: 'Save Rules', danger: true }
      const confirmed = await confirmCalls(question, [{ call: 'updateRules', body }], { onlyIf: hasConsequences })
      if (confirmed === undefined || (await save.run(body, confirmed)) === undefined) return
      draft.markSaved()
    }
    setup?.onDone()
  }
  return (
    <Form label="Pool rules" onSubmit={submit} className={styles.book}>
      {isFixed && <p className="note">{`The rules of ${season} are fixed: its first week has locked.`}</p>}
      <PresetChoice value={draft.preset} disabled={isFixed} onChange={draft.choose} />
      {setup === undefined ? (
        <RuleGroups draft={draft} disabled={isFixed} />
      ) : (
        <>
          <Meaning rules={draft.rules} />
          <Explained consequence={null} conflict={conflictOf('entryFeeCents', draft.rules)}>
            <div className={styles.pair}>
              {MONEY.map((name) => (
                <RuleControls key={name} name={name} draft={draft} disabled={isFixed} />
              ))}
            </div>
          </Explained>
          <details className={styles.details} open={draft.preset === 'custom' || undefined}>
            <summary>Change single rules</summary>
            <RuleGroups draft={draft} disabled={isFixed} without={MONEY} />
          </details>
        </>
      )}
      <RulesLabFold rules={draft.rules} />
      {!isFixed && (
        <FormActions>
          <Button type="submit" variant={setup === undefined ? 'secondary' : 'primary'} pending={save.pending}>
            {setup === undefined ? 'Save Rules' : 'Use these rules'}
          </Button>
          {setup?.secondary}
        </FormActions>
      )}
      <ErrorText>{save.error}</ErrorText>
      <FormStatus>{note}</FormStatus>
    </Form>
  )
}

/** What the setup asks for in addition to the preset. */
const MONEY: readonly RuleName[] = ['entryFeeCents', 'currency']

/** The rules whose meaning the setup shows, in the order of their controls. */
const IN_SETUP = RULE_GROUPS.flatMap((group) =>
  RULE_NAMES.filter((name) => POOL_RULES[name].group === group && POOL_RULES[name].control.inSetup === true),
)

/** What the rules mean, one sentence each. */
function Meaning({ rules }: { readonly rules: PoolRules }) {
  return (
    <div>
      <p className={styles.meaningTitle}>What this means</p>
      <ul className={styles.meaning}>
        {IN_SETUP.map((name) => (
          <li key={name}>{meaningOf(name, rules)}</li>
        ))}
      </ul>
    </div>
  )
}
