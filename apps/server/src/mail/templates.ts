import type { MailDraft } from './outbox.ts'
import type { Instant } from '@outlast/domain'

/** What the pool writes to people, as plain text. Subjects and names are on one line, whatever they were made of. */

/** Who writes, and to whom. */
export interface LetterTo {
  readonly clubName: string
  readonly email: string
  readonly firstName: string
}

/** A link that sets a password; it works once, and not after `expiresAt`. */
export interface PasswordLink {
  readonly url: string
  readonly expiresAt: Instant
  /** In words for people: `30 minutes`, `7 days`. */
  readonly lifetime: string
}

/** After `POST /api/password-reset/request` (decisions.md §Settled further, "Password reset"). */
export function passwordResetLetter(to: LetterTo, link: PasswordLink): MailDraft {
  return {
    kind: 'password_reset',
    to: [to.email],
    subject: `${oneLine(to.clubName)}: set a new password`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `somebody, hopefully you, asked for a new password for your account at ${oneLine(to.clubName)}. Set it here:`,
      link.url,
      `The link works once, for ${link.lifetime}. A newer one replaces it.`,
      'If it was not you, do nothing: your password stays as it is.',
    ),
    expiresAt: link.expiresAt,
  }
}

/** An admin created an account without a password (decisions.md §Rules 15). */
export function invitationLetter(to: LetterTo, link: PasswordLink): MailDraft {
  return {
    kind: 'invitation',
    to: [to.email],
    subject: `You are invited to ${oneLine(to.clubName)}`,
    text: paragraphs(
      `Hello ${oneLine(to.firstName)},`,
      `an account was made for you at ${oneLine(to.clubName)}, a pool in which you pick one team a week and are out when it does not win. Choose your password here:`,
      link.url,
      `The link works once, for ${link.lifetime}. After that, ask for a new one with “Forgot password”.`,
    ),
    expiresAt: link.expiresAt,
  }
}

/** The admin's own words to everybody, as they are (pool.md §5: both sent trimmed). */
export function broadcastLetter(emails: readonly string[], subject: string, text: string): MailDraft {
  return { kind: 'broadcast', to: emails, subject: oneLine(subject), text: text.trim() }
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
