import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useRoster } from '../../desk/roster.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { playerOptions } from './create-paper-entries.tsx'
import type { PersonEntry } from './people-list.ts'

interface HandOverDialogProps {
  readonly entry: PersonEntry
  readonly onClose: () => void
  readonly refresh: () => void
}

const WAYS = [
  { value: 'invite', label: 'Its person gets an account, by e-mail' },
  { value: 'account', label: 'Its person has an account' },
  { value: 'keeper', label: 'Another keeper' },
] as const
type Way = (typeof WAYS)[number]['value']

const FOLLOWS: Readonly<Record<Way, string>> = {
  invite: 'The entry goes over with its payments and history. An invitation asks its person to set a password.',
  account: 'The entry goes over with its payments and history, and is no longer played by hand.',
  keeper: 'The new keeper enters the picks from now on.',
}

/** Gives a paper entry to an account of its person, or to another keeper. */
export function HandOverDialog({ entry, onClose, refresh }: HandOverDialogProps) {
  const { users } = useRoster()
  const [way, setWay] = useState<Way>('invite')
  const [player, setPlayer] = useState('')
  const [first = '', ...rest] = entry.name.split(' ')
  const [person, setPerson] = useState({ email: '', first_name: first, last_name: rest.join(' ') })
  const save = useAction(
    async () => {
      if (way === 'invite') await write('adminCreateUser', { body: { ...person, entry_ids: [entry.id] } })
      else {
        const body = { entry_ids: [entry.id], user_id: Number(player), stays_paper: way === 'keeper' }
        await write('handOverEntries', { body })
      }
      refresh()
      onClose()
    },
    { success: `${entry.name} handed over`, fallback: 'Failed to hand the entry over' },
  )
  const fieldOf = (name: keyof typeof person) => ({
    value: person[name],
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) => setPerson({ ...person, [name]: event.target.value }),
  })
  const isComplete = way === 'invite' ? Object.values(person).every((text) => text.trim() !== '') : player !== ''
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={`Hand over ${entry.name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={save.pending} disabled={!isComplete} onClick={() => save.run()}>
            Hand over
          </Button>
        </>
      }
    >
      <Form onSubmit={() => isComplete && save.run()}>
        <SelectField label="To whom" value={way} options={WAYS} onChange={(event) => setWay(event.target.value as Way)} />
        {way === 'invite' ? (
          <>
            <TextField label="First name" {...fieldOf('first_name')} />
            <TextField label="Last name" {...fieldOf('last_name')} />
            <TextField label="Email" type="email" {...fieldOf('email')} />
          </>
        ) : (
          <SelectField
            label={way === 'keeper' ? 'Keeper' : 'Account'}
            value={player}
            options={[{ value: '', label: 'Choose a member' }, ...playerOptions(users.status === 'ready' ? users.rows : [])]}
            onChange={(event) => setPlayer(event.target.value)}
          />
        )}
        <p>{FOLLOWS[way]} A pick that nobody else may see yet counts, and nobody sees it until its lock.</p>
        <ErrorText>{save.error}</ErrorText>
      </Form>
    </Dialog>
  )
}
