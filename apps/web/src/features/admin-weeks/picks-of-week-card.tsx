import { picksByRule } from '@outlast/domain/rules'
import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'

const AS_RULES_SAY = 'rules'

/** Sets how many picks each entry has in the selected week, until somebody has picked in it. */
export function PicksOfWeekCard({ week }: { readonly week: WeekInfo }) {
  const rule = useTopicView('pool', ({ rules }) => rules.picks_per_week)
  const byRules = picksByRule(rule ? { picks: rule.picks, fromWeek: rule.from_week } : null, week.week_number)
  const saved = week.own_picks === undefined ? AS_RULES_SAY : String(week.own_picks)
  const [chosen, setChosen] = useState<string>()
  const confirmCalls = useConfirmCalls()
  const target = { params: { id: week.id } }
  const save = useAction(
    (body: { readonly picks: number | null }, confirmed: Confirmed) =>
      write('updateWeek', { ...target, body, ifMatch: week.version, ...confirmed }),
    { success: 'Number of picks updated', fallback: 'Failed to update the number of picks' },
  )
  const submit = async (): Promise<void> => {
    const value = chosen ?? saved
    const body = { picks: value === AS_RULES_SAY ? null : Number(value) }
    const question = { title: 'Save the number of picks?', confirmLabel: 'Save Number of Picks', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'updateWeek', ...target, body }], { onlyIf: hasConsequences })
    if (confirmed !== undefined && (await save.run(body, confirmed)) !== undefined) setChosen(undefined)
  }
  const options = [
    { value: AS_RULES_SAY, label: `As the rules say (${byRules})` },
    ...[1, 2, 3].map((picks) => ({ value: String(picks), label: formatCount(picks, 'pick') })),
  ]
  return (
    <Card title="Number of picks">
      <Form label="Number of picks" onSubmit={submit}>
        <SelectField
          label="Picks of each entry"
          value={chosen ?? saved}
          options={options}
          hint="Can change until somebody has picked in this week"
          onChange={(event) => {
            setChosen(event.target.value)
            save.clearError()
          }}
        />
        <FormActions>
          <Button type="submit" pending={save.pending}>
            Save Number of Picks
          </Button>
        </FormActions>
        <ErrorText>{save.error}</ErrorText>
      </Form>
    </Card>
  )
}
