import { capitalize } from '@outlast/contract/words'
import type { Deliveries } from '@outlast/contract/rest/admin/deliveries'
import { easternTime } from '../../clock/format.ts'
import { formatCount } from '../../lib/numbers.ts'

export type NotDelivered = Deliveries['not_delivered'][number]

const PURPOSES: Readonly<Record<NotDelivered['purpose'], string>> = {
  tests: 'tests',
  broadcasts: 'broadcasts',
  news: 'news',
  membership: 'invitations and approvals',
  reminders: 'reminders',
  security: 'sign-in and security mails',
}

/** What admins read about a channel that does not deliver: its name, what to do, and where. */
export const CHANNELS: Readonly<
  Record<
    NotDelivered['channel'],
    { readonly name: string; readonly advice: string; readonly forward?: string; readonly to?: string; readonly page?: string }
  >
> = {
  mail: {
    name: 'By mail',
    advice: 'Check these addresses. If nobody gets any mail, the person who runs the computer can find out why.',
    forward: 'No mail from our Outlast pool arrives. Please run its command “doctor”, which says why.',
    to: '/admin/users',
    page: 'Users & Entries',
  },
  push: {
    name: 'By push',
    advice: 'Ask these members to switch push off and on again on their device, or to choose mails. Both are under Account.',
  },
  webhook: {
    name: 'In the chat',
    advice: 'Check the address of the chat, and send a test. If the chat no longer exists, disconnect it.',
    to: '/admin/webhooks',
    page: 'Club Chat',
  },
}

/** The messages that one receiver did not get: how many, why, and what the pool does about it. */
export function undeliveredText({ purpose, messages, error, next_attempt_at: next, rests_until: rest }: NotDelivered): string {
  const what = `${formatCount(messages, 'message')} (${PURPOSES[purpose]}).`
  const why = error === null ? '' : ` ${capitalize(error).replace(/\.?$/, '.')}`
  return `${what}${why} ${planOf(next, rest)}`
}

function planOf(next: string | null, rest: string | null): string {
  if (next === null) return 'The pool has given up.'
  if (rest === null) return `Next attempt ${easternTime(next)}.`
  return `It failed five times in a row and rests until ${easternTime(rest)}. Then the pool tries again.`
}
