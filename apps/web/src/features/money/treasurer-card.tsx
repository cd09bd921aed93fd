import type { Treasurer } from '@outlast/contract'
import { isDollars } from '@outlast/contract/money'
import { type ReactNode, useEffect } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { resetToSaved, useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { toast } from '../../ui/toast.tsx'
import styles from './money.module.css'

type Values = { readonly [F in keyof Treasurer]: string }

/** Which clubs' members can pay that way: `dollars`, every other currency, or all. */
type For = 'dollars' | 'others' | 'all'

const FIELDS = [
  { name: 'venmo', for: 'dollars', label: 'Venmo', hint: 'The name after the @' },
  { name: 'paypal', for: 'all', label: 'PayPal.me', hint: 'The name after paypal.me/' },
  { name: 'cash_app', for: 'dollars', label: 'Cash App', hint: 'The name after the $' },
  { name: 'zelle', for: 'dollars', label: 'Zelle', hint: 'The email address or mobile number that Zelle knows' },
  { name: 'holder', for: 'others', label: 'Account holder', hint: 'As the bank knows it' },
  { name: 'iban', for: 'others', label: 'IBAN', hint: 'With euros, members also get a QR code' },
  { name: 'bic', for: 'others', label: 'BIC', hint: 'Optional' },
] as const satisfies readonly {
  readonly name: keyof Treasurer
  readonly for: For
  readonly label: string
  readonly hint: string
}[]

const loadTreasurer = () => api.call('getTreasurer')
const schema = () => import('@outlast/contract/rest/admin/money').then((module) => module.treasurerBody)

interface TreasurerFormProps {
  /** For the setup: what follows, and a button beside its own. */
  readonly setup?: { readonly onDone: () => void; readonly secondary: ReactNode } | undefined
}

/** Where members pay. */
export const TreasurerCard = (): ReactNode => (
  <Card title="Where members pay">
    <TreasurerForm />
  </Card>
)

/** Edits where members pay. */
export function TreasurerForm({ setup }: TreasurerFormProps): ReactNode {
  const { data } = useQuery(loadTreasurer, 'Failed to load where members pay')
  const form = useContractForm<Values>({ schema, defaultValues: valuesOf(data) })
  const { reset } = form
  const { isDirty } = form.formState
  useEffect(() => reset(valuesOf(data), { keepDirtyValues: true }), [data, reset])
  const save = async (body: Values): Promise<void> => {
    if (setup === undefined || isDirty) {
      resetToSaved(form, body, valuesOf(await write('updateTreasurer', { body })))
      toast('Saved: members see it with what they owe')
    }
    setup?.onDone()
  }
  const kind = isDollars(useTopicView('pool', ({ rules }) => rules.currency) ?? null) ? 'dollars' : 'others'
  // What is filled in stays, so that nobody is told to pay where no field says so.
  const shown = FIELDS.filter((field) => field.for === 'all' || field.for === kind || (data?.[field.name] ?? null) !== null)
  const { submit, error, isSubmitting } = useSubmit(form, save, 'Failed to save where members pay')
  return (
    <Form onSubmit={submit} error={error} label="Where members pay">
      <div className={styles.fields}>
        {shown.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={form.formState.errors[name]?.message}
            {...form.register(name)}
          />
        ))}
      </div>
      <FormActions>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {setup === undefined ? 'Save' : 'Continue'}
        </Button>
        {setup?.secondary}
      </FormActions>
    </Form>
  )
}

function valuesOf(treasurer: Treasurer | undefined): Values {
  const { venmo, paypal, cash_app, zelle, iban, holder, bic } = treasurer ?? {}
  return {
    venmo: venmo ?? '',
    paypal: paypal ?? '',
    cash_app: cash_app ?? '',
    zelle: zelle ?? '',
    iban: iban ?? '',
    holder: holder ?? '',
    bic: bic ?? '',
  }
}
