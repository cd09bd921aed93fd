import type { PoolView } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { easternTime } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { Checkbox } from '../../components/forms/checkbox.tsx'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import styles from './admin-weeks.module.css'
import { BothZones, EasternField } from './eastern-field.tsx'
import { toEasternInput, parseEasternInput } from './eastern-time.ts'
import { useFieldDraft } from '../../components/forms/field-draft.ts'

const MINUTE_MS = 60_000

/** Overrides the pool's clock for a rehearsal. */
export function SiteTimeCard({ override }: { readonly override: PoolView['site_time'] }) {
  const draft = useFieldDraft(override === null ? '' : toEasternInput(override.at))
  const [running, setRunning] = useState(false)
  const input = parseEasternInput(draft.value)
  const set = useAction((now_iso: string) => write('setSiteTime', { body: { now_iso, running } }), {
    success: ({ now_iso }) => `Site time set to ${easternTime(now_iso)}`,
    fallback: 'Failed to set site time',
  })
  const clear = useAction(() => write('setSiteTime', { body: { now_iso: null } }), {
    success: 'Site time is real time again',
    fallback: 'Failed to set site time',
  })
  const submit = async (): Promise<void> => {
    clear.clearError()
    if (input.status === 'time' && (await set.run(input.iso)) !== undefined) draft.markSaved(draft.value)
  }
  const clearOverride = async (): Promise<void> => {
    set.clearError()
    if ((await clear.run()) !== undefined) draft.discard()
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
        <p className={styles.muted}>
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
      <BothZones iso={new Date(now).toISOString()} />
    </div>
  )
}

function OverrideBadge({ override }: { readonly override: PoolView['site_time'] }) {
  if (override === null) return <Badge>Real time</Badge>
  return <Badge tone="warn">{override.running ? 'Override, running' : 'Override, frozen'}</Badge>
}
