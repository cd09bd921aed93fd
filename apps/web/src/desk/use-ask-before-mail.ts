import type { BroadcastBody, BroadcastPreview } from '@outlast/contract'
import { write } from '../api/client.ts'
import { formatCount } from '../lib/numbers.ts'
import { useConfirm } from '../ui/overlays/confirm.tsx'
import { AUDIENCE_LABELS } from './audience-field.tsx'

/** Returns a function that asks before a mail to members goes out, with the number of its receivers. */
export function useAskBeforeMail() {
  const confirm = useConfirm()
  return async (body: BroadcastBody): Promise<boolean> => confirm(questionOf(await write('previewBroadcast', { body })))
}

const REHEARSAL = {
  admins: 'This is a rehearsal, and only admins get the mail. ',
  others: 'This is a rehearsal, but the mail reaches real people. ',
}

function questionOf({ audience, recipients, is_rehearsal: isRehearsal }: BroadcastPreview) {
  const count = formatCount(recipients, 'person', 'people')
  const warning = isRehearsal ? REHEARSAL[audience === 'admins' ? 'admins' : 'others'] : ''
  return {
    title: `Send this mail to ${count}?`,
    message: `${warning}It goes to: ${AUDIENCE_LABELS[audience].toLowerCase()}. A mail cannot be taken back.`,
    confirmLabel: `Send to ${count}`,
  }
}
