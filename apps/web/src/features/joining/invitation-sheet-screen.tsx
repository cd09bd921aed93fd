import { useContext } from 'react'
import { useParams } from 'wouter'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ClubNameContext, PageHeader } from '../../ui/page-header.tsx'
import { useSiteNow } from '../../clock/site-clock.ts'
import { endedText } from './ended-text.ts'
import { spaced } from './invitation-card.tsx'
import styles from './joining.module.css'
import { QrCode } from '../../ui/qr-code.tsx'
import { useInvitations } from './use-invitations.ts'

/** A page to print and pin up: the club, the QR code, and how to join (`/admin/invitations/:id`). */
export function InvitationSheetScreen() {
  const id = Number(useParams()['id'])
  const club = useContext(ClubNameContext)
  const { data, error } = useInvitations()
  const now = useSiteNow(60_000)
  if (data === undefined) return error === null ? <Loading /> : <ErrorBox message={error} />
  const invitation = data.find((other) => other.id === id)
  if (invitation === undefined) {
    return (
      <>
        <PageHeader title="Invitation" />
        <EmptyState title="No such invitation" action={<ButtonLink to="/admin/users">Users & Entries</ButtonLink>}>
          It may have been revoked.
        </EmptyState>
      </>
    )
  }
  const { url, code } = invitation
  const ended = endedText(invitation, now)
  if (ended !== null) {
    return (
      <>
        <PageHeader title="Invitation" />
        <EmptyState title={`${ended}: ${invitation.label}`} action={<ButtonLink to="/admin/users">Users & Entries</ButtonLink>}>
          Create a new link to invite more people.
        </EmptyState>
      </>
    )
  }
  return (
    <div className={styles.sheet}>
      <PageHeader title={`Join ${club}`} lead="One team a week. Win, or you’re out." />
      <QrCode text={url} label={`QR code of the link ${url}`} />
      <p className={styles.code}>
        <code>{spaced(code)}</code>
      </p>
      <ol className={styles.steps}>
        <li>Scan the code with your phone’s camera, or open {url}</li>
        <li>Register with your name and email</li>
        <li>Create an entry and pick one team before the week locks</li>
      </ol>
      <div className={`wrap ${styles.noPrint}`}>
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonLink to="/admin/users">Back</ButtonLink>
      </div>
    </div>
  )
}
