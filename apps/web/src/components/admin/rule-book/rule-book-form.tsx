import type { PoolView } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { write } from '../../../api/client.ts'
import { Form, FormActions } from '../../forms/form.tsx'
import { useAction } from '../../forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { consequenceOf, type ExplainedRule } from './consequences.ts'
import { PresetChoice } from './preset-choice.tsx'
import styles from './rule-book.module.css'
import { RuleGroups } from './rule-groups.tsx'
import { changeOf, type RulesChange } from './rule-values.ts'
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
  const save = useAction((body: RulesChange) => write('updateRules', { body }), {
    success: 'Rules updated',
    fallback: 'Failed to update the rules',
  })
  const isFixed = season !== null
  const isChanged = draft.edited.length > 0 || draft.sentPreset !== undefined
  const submit = async (): Promise<void> => {
    setNote(isChanged || setup !== undefined ? '' : 'Nothing to save')
    const saved = !isChanged || (await save.run(changeOf(draft.values, draft.edited, draft.sentPreset))) !== undefined
    if (!saved) return
    if (isChanged) draft.markSaved()
    setup?.onDone()
  }
  return (
    <Form label="Pool rules" onSubmit={submit} className={styles.book}>
      {isFixed && <p className={styles.frozen}>{`The rules of ${season} are fixed: its first week has locked.`}</p>}
      <PresetChoice value={draft.preset} disabled={isFixed} onChange={draft.choose} />
      {setup === undefined ? (
        <RuleGroups draft={draft} disabled={isFixed} />
      ) : (
        <>
          <Meaning values={draft.values} />
          <details className={styles.details} open={draft.preset === 'custom' || undefined}>
            <summary>Change single rules</summary>
            <RuleGroups draft={draft} disabled={isFixed} />
          </details>
        </>
      )}
      {!isFixed && (
        <FormActions>
          <Button type="submit" variant={setup === undefined ? 'secondary' : 'primary'} pending={save.pending}>
            {setup === undefined ? 'Save Rules' : 'Use these rules'}
          </Button>
          {setup?.secondary}
        </FormActions>
      )}
      <ErrorText>{save.error}</ErrorText>
      <p className={styles.status} role="status">
        {note}
      </p>
    </Form>
  )
}

const MEANING: readonly ExplainedRule[] = ['missed_pick', 'team_lock', 'lives', 'buyback', 'late_entries']

/** What the rules mean, one sentence each. */
function Meaning({ values }: { readonly values: Parameters<typeof consequenceOf>[1] }) {
  return (
    <div>
      <p className={styles.meaningTitle}>What this means</p>
      <ul className={styles.meaning}>
        {MEANING.map((rule) => (
          <li key={rule}>{consequenceOf(rule, values)}</li>
        ))}
      </ul>
    </div>
  )
}
