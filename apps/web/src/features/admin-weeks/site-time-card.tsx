import type { CallInput } from '@outlast/contract'
import type { PoolView } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { easternTime, ownTimeFirst } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { EasternField } from './eastern-field.tsx'
import { toEasternInput, parseEasternInput } from './eastern-time.ts'
import { useFieldDraft } from '../../ui/forms/field-draft.ts'

const MINUTE_MS = 60_000

type SiteTimeBody = CallInput<'setSiteTime'>['body']

/** Overrides the pool's clock for a rehearsal. */
export function SiteTimeCard({ override }: { readonly override: PoolView['site_time'] }) {
  const draft = useFieldDraft(override === null ? '' : toEasternInput(override.at))
  const [running, setRunning] = useState(false)
  const input = parseEasternInput(draft.value)
  const confirmCalls = useConfirmCalls()
  const set = useAction((body: SiteTimeBody, confirmed: Confirmed) => write('setSiteTime', { body, ...confirmed }), {
    success: ({ now_iso }) => `Site time set to ${easternTime(now_iso)}`,
    fallback: 'Failed to set site time',
  })
  const clear = useAction((body: SiteTimeBody, confirmed: Confirmed) => write('setSiteTime', { body, ...confirmed }), {
    success: 'Site time is real time again',
    fallback: 'Failed to set site time',
  })
  const submit = async (): Promise<void> => {
    clear.clearError()
    if (input.status !== 'time') return
    const body = { now_iso: input.iso, running }
    const question = { title: 'Change the site time for everybody?', confirmLabel: 'Set Override', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'setSiteTime', body }])
    if (confirmed !== undefined && (await set.run(body, confirmed)) !== undefined) draft.markSaved(draft.value)
  }
  const clearOverride = async (): Promise<void> => {
    set.clearError()
    const body = { now_iso: null }
    const question = { title: 'Return to real time?', confirmLabel: 'Clear Override', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'setSiteTime', body }])
    if (confirmed !== undefined && (await clear.run(body, confirmed)) !== undefined) draft.discard()
  }
  return (
    <Card title="Site Time Override" actions={<OverrideBadge override={override} />}>
      <CurrentTime />
      <Form label="Site Time Override" onSubmit={submit}>
        <EasternField label="Site time" draft={draft} emptyText="real time" />
        <Checkbox
          label="Keep the clock running"
          checked={running}
          hint="Otherwise the clock is frozen at that time."
          onChange={(event) => setRunning(event.target.checked)}
        />
        <p className="note">
          Simulates “now” for reveal and lock checks, for everyone: weeks lock and open by this time. Every page shows a banner
          while the override is set.
        </p>
        <FormActions>
          <Button type="submit" disabled={input.status !== 'time'} pending={set.pending}>
            Set Override
          </Button>
          <Button disabled={override === null} pending={clear.pending} onClick={clearOverride}>
            Clear Override
          </Button>
        </FormActions>
        <ErrorText>{set.error ?? clear.error}</ErrorText>
      </Form>
    </Card>
  )
}

function CurrentTime() {
  const now = useSiteNow(MINUTE_MS)
  return (
    <div>
      <p className="strong">{ownTimeFirst(new Date(now).toISOString())}</p>
    </div>
  )
}

function OverrideBadge({ override }: { readonly override: PoolView['site_time'] }) {
  if (override === null) return <Badge>Real time</Badge>
  return <Badge tone="warn">{override.running ? 'Override, running' : 'Override, frozen'}</Badge>
}
