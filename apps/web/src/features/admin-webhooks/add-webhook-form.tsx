import type { NewWebhook, WebhookEvent, WebhookPreset } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { toast } from '../../ui/toast.tsx'
import { NEWS, NEWS_AT_FIRST, PRESETS } from './webhook-text.ts'
import styles from './webhooks.module.css'

interface Values {
  preset: WebhookPreset
  url: string
  label: string
  events: WebhookEvent[]
}

const BLANK: Values = { preset: 'discord', url: '', label: '', events: [...NEWS_AT_FIRST] }
const OPTIONS = (Object.keys(PRESETS) as WebhookPreset[]).map((value) => ({ value, label: PRESETS[value].name }))

/** Connects another chat. */
export function AddWebhookForm({ onAdded }: { readonly onAdded: (webhook: NewWebhook) => void }) {
  const form = useContractForm<Values>({
    schema: () => import('@outlast/contract/rest/admin/webhooks').then((module) => module.createWebhookBody),
    defaultValues: BLANK,
  })
  const { errors } = form.formState
  const add = async (body: Values): Promise<void> => {
    const webhook = await write('createWebhook', { body })
    toast(`${webhook.label} is connected`)
    form.reset()
    onAdded(webhook)
  }
  const { submit, error, isSubmitting } = useSubmit(form, add, 'Failed to add the webhook')
  const preset = form.watch('preset')
  return (
    <Form onSubmit={submit} error={error} label="Connect a chat">
      <SelectField label="Service" options={OPTIONS} {...form.register('preset')} error={errors.preset?.message} />
      <TextField
        label="Webhook address"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        hint={PRESETS[preset].hint}
        {...form.register('url')}
        error={errors.url?.message}
      />
      <TextField
        label="Name (optional)"
        autoComplete="off"
        placeholder="Our league chat"
        {...form.register('label')}
        error={errors.label?.message}
      />
      <fieldset className={styles.news}>
        <legend className={styles.legend}>What to send</legend>
        {NEWS.map(({ event, label, example }) => (
          <Checkbox key={event} label={label} hint={example} value={event} {...form.register('events')} />
        ))}
        <ErrorText>{errors.events?.message}</ErrorText>
      </fieldset>
      <FormActions>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Connect
        </Button>
      </FormActions>
    </Form>
  )
}
