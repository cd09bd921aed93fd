import type { ReactNode } from 'react'
import { ownTimeFirst } from '../../clock/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What an admin did to an account. `sealed` says until when, as an instant. */
export type AccountNoticeProps = { readonly kind: 'waiting' | 'password' } | { readonly kind: 'sealed'; readonly until: string }

/** Says what an admin did to the member's account, and what the member can do about it. */
export function AccountNotice(props: AccountNoticeProps): ReactNode {
  switch (props.kind) {
    case 'waiting':
      return (
        <Notice title="Waiting for approval">
          <p>
            An admin has to approve your account before you can play. We will mail you then, and this page updates automatically.
          </p>
          <ButtonLink to="/history" size="small">
            Look around
          </ButtonLink>
        </Notice>
      )
    case 'password':
      return (
        <Notice title="An admin chose your password">
          <p>The admin knows it and could sign in as you. Choose one of your own.</p>
          <ButtonLink to="/account" size="small">
            Change password
          </ButtonLink>
        </Notice>
      )
    case 'sealed':
      return (
        <Notice title="Your earlier picks are sealed">
          <p>
            An admin changed the email of your account. To protect your picks, those made before are hidden from everyone, also
            from you, and cannot be changed until their week locks. They count as always.
          </p>
          <p>
            To end this now, open the link in the mail that we sent to your <strong>old</strong> address. Otherwise it ends on{' '}
            {ownTimeFirst(props.until)}.
          </p>
        </Notice>
      )
    default:
      return props satisfies never
  }
}
