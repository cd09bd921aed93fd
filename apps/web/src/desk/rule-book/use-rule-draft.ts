import type { RulesInfo } from '@outlast/contract/live'
import { type NamedPreset, type PoolRules, presetOf, type RulePreset } from '@outlast/domain/pool-rules'
import { useState } from 'react'
import { type FieldDraft, useFieldDrafts } from '../../ui/forms/field-draft.ts'
import { isPresetKey, presetTexts, rulesOf, rulesOfInfo, type RuleTexts, textsOf } from './rule-values.ts'

export interface RuleDraft {
  readonly field: (key: string) => FieldDraft
  /** What the controls show. */
  readonly texts: RuleTexts
  /** The rules that they mean. */
  readonly rules: PoolRules
  /** The preset of these rules; undefined while nobody has chosen one. */
  readonly preset: RulePreset | undefined
  readonly choose: (preset: RulePreset) => void
  readonly edited: readonly string[]
  /** The preset to send; undefined when the admin neither chose one nor edited one of its rules. */
  readonly sentPreset: RulePreset | undefined
  readonly markSaved: () => void
}

/**
 * What a chosen preset writes into the controls. With strict rules, an entry that joins later would have an advantage over those that
 * had to survive, so the field for late entries says "closed" until the admin opens it.
 */
function suggestedTexts(preset: NamedPreset): RuleTexts {
  return { ...presetTexts(preset), ...(preset === 'specification' ? {} : textsOf({ lateEntries: 'closed' })) }
}

/**
 * Holds the edits of all rules, which stay while another admin changes the rules.
 * @param isChosen whether an admin has chosen the rules of this pool
 * @param suggested the preset that is selected at first when nobody has chosen
 */
export function useRuleDraft(info: RulesInfo, isChosen: boolean, suggested?: NamedPreset): RuleDraft {
  const [first] = useState(() => (isChosen || suggested === undefined ? undefined : suggested))
  const current = textsOf(rulesOfInfo(info))
  const field = useFieldDrafts(current, first === undefined ? {} : suggestedTexts(first))
  const [picked, setPicked] = useState<RulePreset | undefined>(first)
  const keys = Object.keys(current)
  const texts = Object.fromEntries(keys.map((key) => [key, field(key).value]))
  const rules = rulesOf(texts)
  const edited = keys.filter((key) => field(key).isEdited)
  const isTouched = picked !== undefined || edited.some(isPresetKey)
  const preset = picked === 'custom' ? 'custom' : presetOf(rules)
  return {
    field,
    texts,
    rules,
    preset: isChosen || isTouched ? preset : undefined,
    choose: (chosen) => {
      setPicked(chosen)
      if (chosen === 'custom') return
      for (const [key, text] of Object.entries(suggestedTexts(chosen))) field(key).set(text)
    },
    edited,
    sentPreset: isTouched ? preset : undefined,
    markSaved: () => {
      setPicked(undefined)
      for (const key of keys) field(key).markSaved(field(key).value)
    },
  }
}
