import type { Reminders } from '@outlast/contract'
import type { InvitedMember } from '@outlast/contract/rest/admin/invited'
import type { Deliveries } from '@outlast/contract/rest/admin/deliveries'
import { easternTime, easternTimeOfDay } from '../clock/format.ts'
import { formatCount, formatNumber } from '../lib/numbers.ts'

/** How many messages of one sending were taken by a mail server or push service, and what became of the others. */
export type Sending = Pick<Deliveries['broadcasts'][number], 'sent' | 'waiting' | 'failed' | 'written'>

/** Says what became of a sending. “Sent” is only what a mail server or push service took. */
export function arrivalText({ sent, waiting, failed, written }: Sending): string {
  const all = sent + waiting + failed + written
  if (all === 0) return 'Sent to nobody'
  if (written === all) return 'Written to files, nobody was mailed'
  if (waiting === all) return `On its way to ${formatCount(all, 'recipient')}`
  const rest = [
    ...(waiting > 0 ? [`${formatNumber(waiting)} on the way`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} did not arrive`] : []),
    ...(written > 0 ? [`${formatNumber(written)} written to files only`] : []),
  ]
  return rest.length === 0
    ? `Sent to ${formatCount(all, 'recipient')}`
    : `Sent to ${formatNumber(sent)} of ${formatCount(all, 'recipient')}, ${rest.join(', ')}`
}

/** Counts what became of a reminder. Those of which nothing is known are left out. */
export function sendingOf(reminded: Reminders['reminded'], at: string): Sending {
  const counts = { sent: 0, waiting: 0, failed: 0, written: 0 }
  for (const { arrived, at: sentAt } of reminded) if (arrived !== null && sentAt === at) counts[arrived] += 1
  return counts
}

/** What a message is called until it has arrived: without a mail server it only reaches files. */
export const mailsText = (mails: number, sendsMail: boolean): string =>
  sendsMail
    ? `${formatCount(mails, 'mail')} ${mails === 1 ? 'goes' : 'go'} out`
    : `${formatCount(mails, 'mail')} ${mails === 1 ? 'is' : 'are'} written to files, nobody is mailed`

/** What became of the mail of an invitation, before its time. Where that is no longer known, only that there was one. */
const INVITED: Readonly<Record<NonNullable<InvitedMember['arrived']>, string>> = {
  sent: 'Invited',
  waiting: 'Mail on its way since',
  failed: 'The mail did not arrive,',
  written: 'Written to a file, nobody was mailed,',
}

/** Says how far the invitation of a member who has not joined has got. */
export function invitationText({ invited_at: at, opened_at: opened, arrived, next_at: next }: InvitedMember): string {
  if (at === null) return 'Not invited yet'
  const what = opened === null ? `${INVITED[arrived ?? 'sent']} ${easternTime(at)}` : `Opened the link ${easternTime(opened)}`
  return next === null ? what : `${what} · again at ${easternTimeOfDay(next)}`
}
