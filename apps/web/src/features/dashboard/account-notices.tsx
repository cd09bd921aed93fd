import type { ReactNode } from 'react'
import { easternTime } from '../../clock/format.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useUser } from '../../session/session.ts'
import type { BoardEntry } from './board/board.ts'

/** What an admin did to the member's account, and what the member can do about it. */
export function AccountNotices({ entries }: { readonly entries: readonly BoardEntry[] }): ReactNode {
  const { password_chosen_by_admin: isPasswordKnown, picks_sealed_until: sealedUntil } = useUser()
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
        {easternTime(until)}.
      </p>
    </Notice>
  )
}
