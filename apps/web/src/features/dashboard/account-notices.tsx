import { type ReactNode, useState } from 'react'
import { ownTimeFirst } from '../../clock/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNotificationOffer } from '../../pick-drafts/notification-offer.ts'
import { isPasskeyOffered } from '../../session/passkey-offer.ts'
import { useUser } from '../../session/session.ts'
import type { BoardEntry } from './board/board.ts'

const NotificationOffer = lazyPart<object>(() => import('./notification-offer.tsx').then((module) => module.NotificationOffer))
const PasskeyOffer = lazyPart<object>(() => import('./passkey-offer.tsx').then((module) => module.PasskeyOffer))

/** Tells members whom an admin must still approve what they can do meanwhile. It goes away live. */
export function WaitingNotice(): ReactNode {
  return (
    <Notice title="Waiting for approval">
      <p>An admin has to approve your account before you can play. We will mail you then, and this page updates automatically.</p>
      <ButtonLink to="/history" size="small">
        Look around
      </ButtonLink>
    </Notice>
  )
}

/** What an admin did to the member's account, and what the member can do about it. */
export function AccountNotices({ entries }: { readonly entries: readonly BoardEntry[] }): ReactNode {
  const { password_chosen_by_admin: isPasswordKnown, picks_sealed_until: sealedUntil } = useUser()
  const [isOffered] = useState(isPasskeyOffered)
  const areMessagesOffered = useNotificationOffer()
  return (
    <>
      {isPasswordKnown && (
        <Notice title="An admin chose your password">
          <p>The admin knows it and could sign in as you. Choose one of your own.</p>
          <ButtonLink to="/account" size="small">
            Change password
          </ButtonLink>
        </Notice>
      )}
      {isOffered && <PasskeyOffer />}
      {areMessagesOffered && <NotificationOffer />}
      {sealedUntil !== null && entries.some(({ seal }) => seal !== null) && <SealNotice until={sealedUntil} />}
    </>
  )
}

function SealNotice({ until }: { readonly until: string }): ReactNode {
  return (
    <Notice title="Your earlier picks are sealed">
      <p>
        An admin changed the email of your account. To protect your picks, those made before are hidden from everyone, also from
        you, and cannot be changed until their week locks. They count as always.
      </p>
      <p>
        To end this now, open the link in the mail that we sent to your <strong>old</strong> address. Otherwise it ends on{' '}
        {ownTimeFirst(until)}.
      </p>
    </Notice>
  )
}
