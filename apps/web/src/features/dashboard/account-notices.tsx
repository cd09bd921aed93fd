import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useNotificationOffer } from '../../pick-drafts/notification-offer.ts'
import { isPasskeyOffered } from '../../session/passkey-offer.ts'
import { useUser } from '../../session/session.ts'
import type { AccountNoticeProps } from './account-notice.tsx'
import type { BoardEntry } from './board/board.ts'

const NotificationOffer = lazyPart<object>(() => import('./notification-offer.tsx').then((module) => module.NotificationOffer))
const PasskeyOffer = lazyPart<object>(() => import('./passkey-offer.tsx').then((module) => module.PasskeyOffer))
/** Most members never see one, so the words load later. */
const AccountNotice = lazyPart<AccountNoticeProps>(() => import('./account-notice.tsx').then((module) => module.AccountNotice))

/** Tells members whom an admin must still approve what they can do meanwhile. It goes away live. */
export const WaitingNotice = (): ReactNode => <AccountNotice kind="waiting" />

export interface AccountNoticesProps {
  readonly entries: readonly BoardEntry[]
}

/** What an admin did to the member's account, and what the member can do about it. */
export function AccountNotices({ entries }: AccountNoticesProps): ReactNode {
  const { password_chosen_by_admin: isPasswordKnown, picks_sealed_until: sealedUntil } = useUser()
  const [isOffered] = useState(isPasskeyOffered)
  const areMessagesOffered = useNotificationOffer()
  return (
    <>
      {isPasswordKnown && <AccountNotice kind="password" />}
      {isOffered && <PasskeyOffer />}
      {areMessagesOffered && <NotificationOffer />}
      {sealedUntil !== null && entries.some(({ seal }) => seal !== null) && <AccountNotice kind="sealed" until={sealedUntil} />}
    </>
  )
}
