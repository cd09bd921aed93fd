import type { Waiting } from '@outlast/contract/rest/admin/waiting'
import { useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { easternTimeOfDay } from '../../clock/format.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useMay } from '../../desk/may.ts'
import { ReasonField } from '../../desk/reason-field.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'

type Action = Waiting['actions'][number]

const fetchWaiting = () => api.call('listWaiting')

/** What waits for a second admin: the others answer it, and who asked withdraws it or, in an emergency, acts alone. */
export function SecondAdmin() {
  const mayAnswer = useMay('listWaiting')
  const admin = useTopicView('admin', ({ waiting }) => ({ waiting }))
  const waits = mayAnswer && admin?.waiting !== undefined
  const { data, error } = useQuery(waits ? fetchWaiting : null, 'Failed to load what waits for a second admin', admin)
  if (!waits) return null
  if (error !== null) return <ErrorBox message={error} />
  return data?.actions.map((action) => <WaitingAction key={action.id} action={action} />)
}

function WaitingAction({ action }: { readonly action: Action }) {
  const { asked_by: by, what, team_abbr: team, reason, lapses_at: until, why } = action
  const isOwn = useUser().id === by.id
  return (
    <Card title="A second admin is needed" className="stack3 breaks">
      <div>
        <p className="strong">
          {isOwn ? 'You ask' : `${by.name} asks`} to {what}
          {team !== null && ` to ${team}`}.
        </p>
        <p className="note">
          {reason !== null && <>“{reason}”. </>}
          {why === 'own_entry' && 'It is for an own entry, or shows picks to somebody who plays. '}
          {isOwn ? 'Another admin can confirm it' : 'It waits'} until {easternTimeOfDay(until)}.
        </p>
      </div>
      {isOwn ? <OwnAnswer id={action.id} /> : <Answer action={action} />}
    </Card>
  )
}

function Answer({ action: { id, what } }: { readonly action: Action }) {
  const confirmCalls = useConfirmCalls()
  const params = { id }
  const confirm = useAction((confirmed: Confirmed) => write('confirmAction', { params, ...confirmed }), {
    success: 'Confirmed',
    fallback: 'Failed to confirm',
  })
  const refuse = useAction(() => write('refuseAction', { params }), { success: 'Refused', fallback: 'Failed to refuse' })
  const ask = async (): Promise<void> => {
    const question = { title: 'Confirm it?', message: <p>This will {what}.</p>, confirmLabel: 'Confirm' }
    const confirmed = await confirmCalls(question, [{ call: 'confirmAction', params }])
    if (confirmed !== undefined) await confirm.run(confirmed)
  }
  return (
    <div className="line">
      <Button size="small" pending={refuse.pending} onClick={() => refuse.run()}>
        Refuse
      </Button>
      <Button size="small" variant="primary" pending={confirm.pending} onClick={ask}>
        Confirm
      </Button>
      <ErrorText>{confirm.error ?? refuse.error}</ErrorText>
    </div>
  )
}

function OwnAnswer({ id }: { readonly id: number }) {
  const [isEmergency, setIsEmergency] = useState(false)
  const withdraw = useAction(() => write('withdrawAction', { params: { id } }), {
    success: 'Withdrawn',
    fallback: 'Failed to withdraw',
  })
  return (
    <>
      <div className="line">
        {!isEmergency && (
          <Button size="small" onClick={() => setIsEmergency(true)}>
            Emergency…
          </Button>
        )}
        <Button size="small" pending={withdraw.pending} onClick={() => withdraw.run()}>
          Withdraw
        </Button>
        <ErrorText>{withdraw.error}</ErrorText>
      </div>
      {isEmergency && <Emergency id={id} />}
    </>
  )
}

function Emergency({ id }: { readonly id: number }) {
  const [reason, setReason] = useState('')
  const confirmCalls = useConfirmCalls()
  const call = { params: { id }, body: { reason } }
  const alone = useAction((confirmed: Confirmed) => write('actAlone', { ...call, ...confirmed }), {
    success: 'Done, and everybody gets a mail',
    fallback: 'Failed',
  })
  const ask = async (): Promise<void> => {
    const message = <p>Everybody gets a mail that says what you did, and why.</p>
    const question = { title: 'Do it without a second admin?', message, confirmLabel: 'Do It Alone', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'actAlone', ...call }])
    if (confirmed !== undefined) await alone.run(confirmed)
  }
  return (
    <Form label="In an emergency" onSubmit={ask}>
      <ReasonField value={reason} onChange={setReason} />
      <p className="note">Everybody gets a mail with it.</p>
      <FormActions>
        <Button type="submit" size="small" variant="danger" disabled={reason.trim() === ''} pending={alone.pending}>
          Do It Alone
        </Button>
      </FormActions>
      <ErrorText>{alone.error}</ErrorText>
    </Form>
  )
}
