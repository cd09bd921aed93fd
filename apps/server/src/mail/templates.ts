import type { MailDraft } from './outbox.ts'
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

/** The answer to `POST /api/password-reset/request` (docs/rules.md §11.4). */
export function passwordResetMail(to: MailRecipient, link: PasswordLink): MailDraft {
  return {
    kind: 'password_reset',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: set a new password`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `someone, hopefully you, requested a new password for your account at ${oneLine(to.clubName)}. Set it here:`,
      link.url,
      `The link works once, for ${link.lifetime}. A newer one replaces it.`,
      'If it was not you, ignore this mail: your password stays the same.',
    ),
    expiresAt: link.expiresAt,
  }
}

/** The mail to a member for whom an admin created an account without a password (docs/rules.md §11.3). */
export function invitationMail(to: MailRecipient, link: PasswordLink): MailDraft {
  return {
    kind: 'invitation',
    to: [to.email],
    subject: `You are invited to ${oneLine(to.clubName)}`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `an account was created for you at ${oneLine(to.clubName)}, a pool in which you pick one team a week and are out when it does not win. Choose your password here:`,
      link.url,
      `The link works once, for ${link.lifetime}. After that, ask for a new one with “Forgot password”.`,
    ),
    expiresAt: link.expiresAt,
  }
}

/** The message of an admin to all members, trimmed (docs/rules.md §12.2). */
export function broadcastMail(emails: readonly string[], subject: string, text: string): MailDraft {
  return { kind: 'broadcast', to: emails, subject: oneLine(subject), text: text.trim() }
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
