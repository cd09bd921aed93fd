import type { RulesInfo } from '@outlast/contract/live'
import type { RulePreset } from '@outlast/domain/rules'
import { useState } from 'react'
import { type FieldDraft, useFieldDraft } from '../../forms/field-draft.ts'
import { isPresetKey, presetOf, presetValues, type RuleKey, type RuleValues, valuesOf } from './rule-values.ts'

type RuleFields = { readonly [K in RuleKey]: FieldDraft }

export interface RuleDraft {
  readonly fields: RuleFields
  /** What the controls show. */
  readonly values: RuleValues
  /** The preset of these values; undefined while nobody has chosen one. */
  readonly preset: RulePreset | undefined
  readonly choose: (preset: RulePreset) => void
  readonly edited: readonly RuleKey[]
  /** The preset to send; undefined when the admin neither chose one nor edited one of its rules. */
  readonly sentPreset: RulePreset | undefined
  readonly markSaved: () => void
}

/**
 * Holds the edits of all rules, which stay while another admin changes the rules.
 * @param isChosen whether an admin has chosen the rules of this pool
 * @param suggested the preset that is selected at first when nobody has chosen
 */
export function useRuleDraft(rules: RulesInfo, isChosen: boolean, suggested?: Exclude<RulePreset, 'custom'>): RuleDraft {
  const [first] = useState(() => (isChosen || suggested === undefined ? undefined : suggested))
  const fields = useFields(valuesOf(rules), first === undefined ? {} : presetValues(first))
  const [picked, setPicked] = useState<RulePreset | undefined>(first)
  const keys = Object.keys(fields) as RuleKey[]
  const values = Object.fromEntries(keys.map((key) => [key, fields[key].value])) as unknown as RuleValues
  const edited = keys.filter((key) => fields[key].isEdited)
  const isTouched = picked !== undefined || edited.some(isPresetKey)
  const current = picked === 'custom' ? 'custom' : presetOf(values)
  return {
    fields,
    values,
    preset: isChosen || isTouched ? current : undefined,
    choose: (preset) => {
      setPicked(preset)
      if (preset === 'custom') return
      for (const [key, value] of Object.entries(presetValues(preset))) fields[key as RuleKey].set(value)
    },
    edited,
    sentPreset: isTouched ? current : undefined,
    markSaved: () => {
      setPicked(undefined)
      for (const key of keys) fields[key].markSaved(fields[key].value)
    },
  }
}

function useFields(from: RuleValues, first: Partial<RuleValues>): RuleFields {
  return {
    missed_pick: useFieldDraft(from.missed_pick, first.missed_pick),
    team_lock: useFieldDraft(from.team_lock, first.team_lock),
    lives: useFieldDraft(from.lives, first.lives),
    auto_pick: useFieldDraft(from.auto_pick, first.auto_pick),
    max_auto_picks: useFieldDraft(from.max_auto_picks, first.max_auto_picks),
    buyback: useFieldDraft(from.buyback, first.buyback),
    buyback_until: useFieldDraft(from.buyback_until, first.buyback_until),
    buyback_max: useFieldDraft(from.buyback_max, first.buyback_max),
    buyback_fee: useFieldDraft(from.buyback_fee),
    late_entries: useFieldDraft(from.late_entries),
    max_entries: useFieldDraft(from.max_entries),
    entry_fee: useFieldDraft(from.entry_fee),
    currency: useFieldDraft(from.currency),
    club_share: useFieldDraft(from.club_share),
    unpaid_after: useFieldDraft(from.unpaid_after),
    pot_public: useFieldDraft(from.pot_public),
  }
}
