import type { Invitation } from '@outlast/contract'
import { useContext } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ClubNameContext } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSiteNow } from '../../clock/site-clock.ts'
import { Notice } from '../../ui/notice.tsx'
import { endedText } from './ended-text.ts'
import styles from './joining.module.css'
import { QrCode } from '../../ui/qr-code.tsx'

/** An invitation to share: its QR code, link and code. */
export function InvitationCard({ invitation }: { readonly invitation: Invitation }) {
  const club = useContext(ClubNameContext)
  const { id, url, code } = invitation
  const ended = endedText(invitation, useSiteNow(60_000))
  const share = async (): Promise<void> => {
    // Closing the phone's share sheet rejects, which is not a failure.
    await navigator.share({ title: club, text: `Join ${club}`, url }).catch(() => undefined)
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url)
      toast('Link copied')
    } catch {
      toast('Select the link and copy it by hand')
    }
  }
  if (ended !== null) {
    return (
      <Notice title={ended === 'Expired' ? 'This link has expired' : 'This link is used up'}>
        Nobody can join with it any more. Create a new one to invite more people.
      </Notice>
    )
  }
  return (
    <div className={styles.card}>
      <QrCode text={url} label={`QR code of the link ${url}`} />
      <p className={styles.code}>
        <span className="note">Code</span> <code>{spaced(code)}</code>
      </p>
      <p className="noteBreaks">{url}</p>
      <div className="wrap">
        <Button variant="primary" onClick={copy}>
          Copy Link
        </Button>
        {'share' in navigator && <Button onClick={share}>Share</Button>}
        <ButtonLink to={`/admin/invitations/${id}`}>Print</ButtonLink>
      </div>
    </div>
  )
}

/** Separates a code in the middle, which is easier to read and to type. */
export function spaced(code: string): string {
  return `${code.slice(0, 5)} ${code.slice(5)}`
}
