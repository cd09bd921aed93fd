import type { Treasurer } from '@outlast/contract'
import { type ReactNode, useEffect } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { resetToSaved, useContractForm, useSubmit } from '../../ui/forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './money.module.css'

type Values = { readonly [F in keyof Treasurer]: string }

const FIELDS = [
  { name: 'venmo', label: 'Venmo', hint: 'The name after the @' },
  { name: 'paypal', label: 'PayPal.me', hint: 'The name after paypal.me/' },
  { name: 'cash_app', label: 'Cash App', hint: 'The name after the $' },
  { name: 'zelle', label: 'Zelle', hint: 'The email address or mobile number that Zelle knows' },
  { name: 'holder', label: 'Account holder', hint: 'As the bank knows it' },
  { name: 'iban', label: 'IBAN', hint: 'With euros, members also get a QR code' },
  { name: 'bic', label: 'BIC', hint: 'Optional' },
] as const satisfies readonly { readonly name: keyof Treasurer; readonly label: string; readonly hint: string }[]

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
  const { submit, error, isSubmitting } = useSubmit(form, save, 'Failed to save where members pay')
  return (
    <Form onSubmit={submit} error={error} label="Where members pay">
      <div className={styles.fields}>
        {FIELDS.map(({ name, label, hint }) => (
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
