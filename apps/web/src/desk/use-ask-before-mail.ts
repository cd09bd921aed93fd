import type { BroadcastBody, BroadcastPreview } from '@outlast/contract'
import { write } from '../api/client.ts'
import { formatCount } from '../lib/numbers.ts'
import { useConfirm } from '../ui/overlays/confirm.tsx'
import { mailsText } from './arrival-text.ts'
import { AUDIENCE_LABELS } from './audience-field.tsx'
import { useServerStatus } from './server-status.tsx'

/** Returns a function that asks before a mail to members goes out, with the number of its receivers, and whether it reaches them. */
export function useAskBeforeMail() {
  const confirm = useConfirm()
  const sendsMail = useServerStatus()?.sends_mail !== false
  return async (body: BroadcastBody): Promise<boolean> =>
    confirm(questionOf(await write('previewBroadcast', { body }), sendsMail))
}

const REHEARSAL = {
  admins: 'This is a rehearsal, and only admins get the mail. ',
  others: 'This is a rehearsal, but the mail reaches real people. ',
}

function questionOf({ audience, recipients, is_rehearsal: isRehearsal }: BroadcastPreview, sendsMail: boolean) {
  const count = formatCount(recipients, 'person', 'people')
  const warning = isRehearsal ? REHEARSAL[audience === 'admins' ? 'admins' : 'others'] : ''
  const where = `${warning}It goes to: ${AUDIENCE_LABELS[audience].toLowerCase()}.`
  if (!sendsMail) {
    const message = `There is no mail server: ${mailsText(recipients, false)}. ${where}`
    return { title: `Write this mail to files?`, message, confirmLabel: 'Write to files' }
  }
  return {
    title: `Send this mail to ${count}?`,
    message: `${where} A mail cannot be taken back.`,
    confirmLabel: `Send to ${count}`,
  }
}
