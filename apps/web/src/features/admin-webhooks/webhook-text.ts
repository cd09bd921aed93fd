import type { Webhook, WebhookDelivery, WebhookEvent, WebhookPreset } from '@outlast/contract'

/** What an admin sees of a preset: its name, and where to find the address. */
export const PRESETS: { readonly [P in WebhookPreset]: { readonly name: string; readonly hint: string } } = {
  discord: { name: 'Discord', hint: 'In Discord: Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.' },
  slack: { name: 'Slack', hint: 'In Slack: create an app with an incoming webhook for your channel, and copy its URL.' },
  groupme: {
    name: 'GroupMe',
    hint: 'Create a bot at dev.groupme.com, and put its ID at the end: https://api.groupme.com/v3/bots/post?bot_id=…',
  },
  standard: { name: 'Your own program', hint: 'It receives JSON that is signed by Standard Webhooks.' },
}

/** The news in the order of a week, with a label and an example. A new webhook sends all but the heads. */
export const NEWS: readonly { readonly event: WebhookEvent; readonly label: string; readonly example: string }[] = [
  { event: 'lock', label: 'The week is locked', example: 'Week 9 is locked: 81 of 84 entries picked.' },
  { event: 'reveal', label: 'The picks are open', example: 'Most picked: Chiefs 31, Bills 20, Lions 9.' },
  {
    event: 'entries_out',
    label: 'Who is out',
    example: 'Out in week 9: Ann Lee · Ace and Bo Ray · Deuce. 41 entries are still in.',
  },
  { event: 'week_complete', label: 'The week is complete', example: 'Week 9 is complete: 12 entries went out.' },
  { event: 'champion', label: 'The champion', example: 'We have a champion!' },
  { event: 'head', label: 'Signed heads of the log', example: 'Anyone who keeps them can prove later that nothing was changed.' },
]

export const NEWS_AT_FIRST: readonly WebhookEvent[] = NEWS.map(({ event }) => event).filter((event) => event !== 'head')

/** Lists the news that a webhook sends. */
export function newsText(events: readonly WebhookEvent[]): string {
  if (NEWS_AT_FIRST.every((event) => events.includes(event)))
    return events.includes('head') ? 'All news, and signed heads of the log' : 'All news'
  return NEWS.filter(({ event }) => events.includes(event))
    .map(({ label }, i) => (i === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
    .join(', ')
}

/** The state of a webhook in one or two words, and its tone. */
export function stateOf({ is_on, failing_since, deliveries }: Webhook): {
  readonly tone: 'win' | 'warn' | 'loss' | 'neutral'
  readonly text: string
} {
  if (!is_on) return { tone: 'loss', text: 'Switched off' }
  if (failing_since !== null) return { tone: 'warn', text: 'Failing' }
  if (deliveries.length === 0) return { tone: 'neutral', text: 'Not used yet' }
  return deliveries[0]?.status === 'failed' ? { tone: 'warn', text: 'Not working' } : { tone: 'win', text: 'Working' }
}

/** What became of a delivery, in one sentence. */
export function deliveryText({ status, error, attempts }: WebhookDelivery): string {
  if (status === 'delivered') return 'Delivered'
  const tries = attempts > 1 ? ` after ${attempts} attempts` : ''
  if (status === 'failed') return `Not delivered${tries}${error === null ? '' : `: ${error}`}`
  return error === null ? 'On its way' : `Will be tried again${tries}: ${error}`
}
