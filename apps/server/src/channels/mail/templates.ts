import type { MailDraft } from '../../outbox/outbox.ts'
import type { Instant } from '@outlast/domain'

// The mails of the pool, as plain text. Line breaks in subjects and names are replaced, so that they cannot add headers.

export interface MailRecipient {
  readonly clubName: string
  readonly email: string
  readonly firstName: string
}

/** A link that sets a password once, until `expiresAt`. */
export interface PasswordLink {
  readonly url: string
  readonly expiresAt: Instant
  /** The lifetime in words: `30 minutes`, `7 days`. */
  readonly lifetime: string
}

/** The mail that `POST /api/password-reset/request` sends (docs/rules.md §11.4). */
export function passwordResetMail(to: MailRecipient, link: PasswordLink): MailDraft {
  return {
    kind: 'password_reset',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: set a new password`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `someone, hopefully you, requested a new password for your account at ${oneLine(to.clubName)}. Set it here:`,
      link.url,
      `The link works once, for ${link.lifetime}. A newer one replaces it. A new password signs out all your devices and removes your passkeys.`,
      'If it was not you, ignore this mail: your password stays the same.',
    ),
    expiresAt: link.expiresAt,
  }
}

/** The mail that `POST /api/auth/link/request` sends (docs/rules.md §11.8). */
export function signInLinkMail(to: MailRecipient, link: PasswordLink): MailDraft {
  return {
    kind: 'sign_in_link',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: your link to sign in`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `someone, hopefully you, asked for a link to sign in to ${oneLine(to.clubName)}. Open it in the browser where you asked for it:`,
      link.url,
      `The link works once, for ${link.lifetime}. A newer one replaces it. Do not pass it on: anyone who opens it is signed in as you.`,
      'If it was not you, ignore this mail: nobody can sign in without the link.',
    ),
    expiresAt: link.expiresAt,
  }
}

/** The mail to the owner of an account after a passkey was added or removed. */
export function passkeyMail(to: MailRecipient, name: string, change: 'added' | 'removed', publicUrl: string): MailDraft {
  return {
    kind: 'passkey_changed',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: a passkey was ${change}`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `the passkey “${oneLine(name)}” was ${change === 'added' ? 'added to' : 'removed from'} your account at ${oneLine(to.clubName)}.`,
      'If it was you, there is nothing to do. If it was not you, set a new password with “Forgot password”: that signs out all devices and removes all passkeys.',
      `${publicUrl}/forgot-password`,
    ),
  }
}

/** What an invitation says about the pool. */
export interface InvitationFacts {
  /** The name of the admin who invites; null if it is not known. */
  readonly invitedBy: string | null
  /** The names of the member's entries that are still in. */
  readonly alive: readonly string[]
  /** Those that have gone out, with the label of the week. */
  readonly out: readonly { readonly name: string; readonly week: string }[]
  /** When the member must have picked, as a sentence; null while no week is open. */
  readonly firstLock: string | null
  /** The rules that surprise people, as sentences. */
  readonly rules: readonly string[]
}

/** The mail to a member for whom an admin created an account without a password (docs/rules.md §11.3). */
export function invitationMail(to: MailRecipient, link: PasswordLink, facts: InvitationFacts): MailDraft {
  const host = facts.invitedBy === null ? 'you are invited' : `${oneLine(facts.invitedBy)} invites you`
  const next = entriesAndLock(facts).join(' ')
  return {
    kind: 'invitation',
    to: [to.email],
    subject: `You are invited to ${oneLine(to.clubName)}`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `${host} to ${oneLine(to.clubName)}, a pool in which you pick one team a week and are out when it does not win. Choose your password here:`,
      link.url,
      ...[next, facts.rules.join(' ')].filter((text) => text !== ''),
      `The link works once, for ${link.lifetime}. After that, ask for a new one with “Forgot password”.`,
    ),
    expiresAt: link.expiresAt,
  }
}

/** Says how a member stands. Nobody whose entries are all out is asked for picks. */
function entriesAndLock({ alive, out, firstLock }: InvitationFacts): readonly string[] {
  const names = alive.map((name) => `“${oneLine(name)}”`).join(', ')
  const isOut = alive.length === 0 && out.length > 0
  return [
    ...(alive.length === 0 ? [] : [`Your ${alive.length === 1 ? 'entry' : 'entries'}: ${names}.`]),
    ...out.map(({ name, week }) => `Your entry “${oneLine(name)}” went out in week ${week}.`),
    ...(isOut ? ['You can follow who is still in.'] : firstLock === null ? [] : [firstLock]),
  ]
}

/** The mail to a member whose account an admin created with a password (docs/rules.md §11.7). */
export function passwordChosenMail(to: MailRecipient, link: PasswordLink): MailDraft {
  return {
    kind: 'password_chosen',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: choose a password of your own`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `an admin created an account for you at ${oneLine(to.clubName)} and chose its password. The admin knows that password and could sign in with it. Choose one of your own:`,
      link.url,
      `The link works once, for ${link.lifetime}. After that, ask for a new one with “Forgot password”. All members can see in the audit trail when an admin chose your password and when you replaced it.`,
    ),
    expiresAt: link.expiresAt,
  }
}

/** The mail to a member whose account an admin approved (docs/rules.md §11.9). */
export function approvalMail(to: MailRecipient, url: string): MailDraft {
  return {
    kind: 'approval',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: you are in`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `an admin of ${oneLine(to.clubName)} approved your account. Create an entry and make your first pick:`,
      url,
    ),
  }
}

/** The mail to the old address after an admin changed the address of an account (docs/rules.md §11.6). */
export function emailChangeMail(to: MailRecipient, link: Pick<PasswordLink, 'url' | 'expiresAt'>): MailDraft {
  return {
    kind: 'email_change',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: an admin changed your e-mail address`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `an admin of ${oneLine(to.clubName)} changed the e-mail address of your account. All its logins ended, and its passkeys were removed. Everyone can see this in the audit trail.`,
      'To protect your picks, those that you made before are sealed: until their week locks, nobody who signs in to your account can see or change them, not even you. If you agree to the change, end this now:',
      link.url,
      'The link works once, for 7 days. After that the picks are no longer sealed.',
      'If you did not agree to the change, do not open the link, and tell your club: someone may be trying to read your picks.',
    ),
    expiresAt: link.expiresAt,
  }
}

/** The mail to the new address, and to any address in between, after an admin changed the address of an account. */
export function newAddressMail(to: Omit<MailRecipient, 'email'> & { readonly emails: readonly string[] }): MailDraft {
  return {
    kind: 'new_address',
    to: to.emails,
    subject: `${oneLine(to.clubName)}: an admin changed your e-mail address`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `an admin of ${oneLine(to.clubName)} changed the e-mail address of your account. All its logins ended, and its passkeys were removed. Sign in with the new address and your password as before.`,
      'Picks that were made before the change are sealed until their week locks. A link in the mail to the old address ends this at once; otherwise it ends after 7 days.',
    ),
  }
}

/** Asks the owner of `ADMIN_EMAIL`, who registered with it, to confirm the address (docs/rules.md §11.1). */
export function adminAddressMail(to: MailRecipient, url: string, lifetime: string): MailDraft {
  return {
    kind: 'admin_address',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: confirm that you are the admin`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `someone, hopefully you, registered at ${oneLine(to.clubName)} with the address of its admin. Confirm it, and the account becomes the admin of the pool:`,
      url,
      `The link works once, for ${lifetime}. After that, a password reset confirms the address too.`,
      'If it was not you, do not open the link.',
    ),
  }
}

/** Tells the admins that a webhook was switched off. */
export function webhookOffMail(
  emails: readonly string[],
  to: { readonly clubName: string; readonly label: string; readonly url: string },
): MailDraft {
  return {
    kind: 'webhook_off',
    to: emails,
    subject: `${oneLine(to.clubName)}: “${oneLine(to.label)}” no longer gets the pool’s news`,
    text: paragraphs(
      'Hello,',
      `for 24 hours, no message from ${oneLine(to.clubName)} reached “${oneLine(to.label)}”, so it was switched off. Messages that waited for it are not sent any more.`,
      'See what went wrong, and send a test: once it arrives, the pool’s news are sent again.',
      to.url,
    ),
  }
}

/** The message of an admin to all members, trimmed (docs/rules.md §12.2). */
export function broadcastMail(emails: readonly string[], subject: string, text: string): MailDraft {
  return { kind: 'broadcast', to: emails, subject: oneLine(subject), text: text.trim() }
}

/** Tells everybody that an admin acted without the second one (docs/rules.md §11.12). */
export function emergencyMail(
  emails: readonly string[],
  { by, what, reason }: { readonly by: string; readonly what: string; readonly reason: string },
): MailDraft {
  const text = paragraphs(
    `This needs two admins here. In an emergency, ${by} did it alone: ${what}.`,
    `Reason: ${oneLine(reason)}`,
    'The audit trail shows what changed. Ask your admins if you have questions.',
  )
  return broadcastMail(emails, `${by} acted without a second admin`, text)
}

/** The summary of a week, which an admin mails to an audience (docs/rules.md §12.2). */
export function weekSummaryMail(emails: readonly string[], subject: string, text: string): MailDraft {
  return { ...broadcastMail(emails, subject, text), kind: 'week_summary' }
}

export function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`
}

export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
