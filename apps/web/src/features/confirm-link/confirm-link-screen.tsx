import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { write } from '../../api/client.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { checkToken, useSession } from '../../session/session.ts'
import styles from './confirm-link.module.css'

/** Confirms an admin's change of the member's email, with the link that was mailed to the old address. */
export function ConfirmEmailChangeScreen(): ReactNode {
  return (
    <ConfirmLinkScreen
      title="Confirm your new email"
      text="An admin changed the email of your account. Confirm only if you agree: anyone who can sign in with the new address then sees the picks that you made before. If you did not agree, leave this page and tell your club."
      button="I agree to the change"
      routeId="confirmEmailChange"
    />
  )
}

/** Makes the account with `ADMIN_EMAIL` the pool's first admin, with the link that was mailed there. */
export function ConfirmAdminScreen(): ReactNode {
  return (
    <ConfirmLinkScreen
      title="Become the admin"
      text="Confirm that this address is yours. Your account then becomes the admin of the pool."
      button="Confirm"
      routeId="confirmAdmin"
    />
  )
}

/** Ends messages of one kind, with the link in such a mail. Works signed out. */
export function UnsubscribeScreen(): ReactNode {
  return (
    <ConfirmLinkScreen
      title="No more messages like this?"
      text="You get no more messages of the kind that this link was in. Everything else stays as it is, and you can switch it on again on your account page."
      button="Stop these messages"
      routeId="unsubscribe"
    />
  )
}

interface ConfirmLinkScreenProps {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly routeId: 'confirmEmailChange' | 'confirmAdmin' | 'unsubscribe'
}

/** Asks before it uses the link, because programs that scan mails open links too. */
function ConfirmLinkScreen({ title, text, button, routeId }: ConfirmLinkScreenProps): ReactNode {
  const [query] = useSearchParams()
  const [message, setMessage] = useState<string | null>(null)
  const token = query.get('token') ?? ''
  const confirm = useAction(
    async () => {
      const response = await (routeId === 'unsubscribe'
        ? write(routeId, { query: { token }, body: {} })
        : write(routeId, { body: { token } }))
      setMessage(response.message)
      await checkToken()
    },
    { fallback: 'Failed to confirm' },
  )
  return (
    <div className={`stack5 ${styles.page}`}>
      <PageHeader title={title} />
      <Card>
        {message === null && <p>{text}</p>}
        <output>{message}</output>
        <ErrorText>{token === '' ? 'Missing token' : confirm.error}</ErrorText>
        {message === null ? (
          <Button variant="primary" pending={confirm.pending} disabled={token === ''} onClick={() => confirm.run()}>
            {button}
          </Button>
        ) : (
          <NextStep />
        )}
      </Card>
    </div>
  )
}

function NextStep(): ReactNode {
  const { status } = useSession()
  return (
    <ButtonLink to={status === 'signed-in' ? '/' : '/auth'} variant="primary">
      {status === 'signed-in' ? 'Go to the dashboard' : 'Sign in'}
    </ButtonLink>
  )
}
