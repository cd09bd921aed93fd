import { TEAMS } from '@outlast/domain'
import { type LocalPush, type LocalSmtp, waitUntil, withClient } from '@outlast/testing'
import { type Check, info, isAtLeast, isEmpty } from '../support/scenario.ts'

const ANY_TEAM = new RegExp(`\\b(?:${TEAMS.map(({ abbr, name }) => `${abbr}|${name}`).join('|')})\\b`)
const DELIVERY_TIMEOUT_MS = 900_000

/** A member who was reminded, as the server recorded it. */
export interface Reminded {
  readonly position: number
  readonly userId: number
  readonly email: string
  readonly mail: boolean
  readonly push: boolean
  /** The member's choice; null is the default. */
  readonly channel: string | null
  /** The member's browser; null without one. */
  readonly endpoint: string | null
}

export function readReminded(connectionString: string): Promise<readonly Reminded[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<Reminded>(
      `SELECT (r.value ->> 'position')::int AS position, r.user_id::int AS "userId", a.email, (r.value ->> 'mail')::bool AS mail,
         (r.value ->> 'push')::bool AS push, p.channel, s.endpoint
       FROM announced AS r JOIN accounts AS a USING (user_id) LEFT JOIN notification_preferences AS p USING (user_id)
       LEFT JOIN push_subscriptions AS s USING (user_id)
       WHERE starts_with(r.key, 'reminder:')`,
    )
    return rows
  })
}

/** Where the messages arrive. */
export interface Receivers {
  readonly smtp: LocalSmtp
  readonly push: LocalPush
}

const mailsOf = (smtp: LocalSmtp) =>
  new Map(smtp.received.filter(({ subject }) => subject.includes('is missing')).map((mail) => [mail.messageId, mail]))

interface Push {
  readonly id: string
  readonly endpoint: string
  readonly text: string
}

/** The reminders among the pushes, by id. */
function pushesOf({ received }: LocalPush): { readonly received: number; readonly byId: ReadonlyMap<string, Push> } {
  const reminders = received.flatMap(({ endpoint, payload }) => {
    const { id, kind, title, body } = JSON.parse(payload) as Readonly<Record<'id' | 'kind' | 'title' | 'body', string>>
    return kind === 'reminder' ? [{ id, endpoint, text: `${title}\n${body}` }] : []
  })
  return { received: reminders.length, byId: new Map(reminders.map((one) => [one.id, one])) }
}

/** Waits until every message has arrived. One that never does is reported by the checks. */
export async function untilDelivered({ smtp, push }: Receivers, reminded: readonly Reminded[]): Promise<void> {
  const options = { everyMs: 500, timeoutMs: DELIVERY_TIMEOUT_MS }
  const mails = reminded.filter((one) => one.mail).length
  const pushes = reminded.filter((one) => one.push).length
  const haveArrived = () => mailsOf(smtp).size >= mails && pushesOf(push).byId.size >= pushes
  await waitUntil('every reminder has arrived', haveArrived, options).catch(() => {})
}

/** Checks that every message arrived, once, through the channel that its member chose, and that none names a team. */
export function deliveryChecks(reminded: readonly Reminded[], { smtp, push }: Receivers): readonly Check[] {
  const mails = mailsOf(smtp)
  const { received: pushesReceived, byId: pushes } = pushesOf(push)
  const texts = [...[...mails.values()].map(({ text }) => text), ...[...pushes.values()].map(({ text }) => text)]
  const mailsReceived = smtp.received.filter(({ subject }) => subject.includes('is missing')).length
  return [
    isEmpty(
      'members who did not get exactly their reminders by mail',
      differences(
        reminded.flatMap((one) => (one.mail ? [one.email] : [])),
        [...mails.values()].flatMap(({ to }) => to),
      ),
    ),
    isEmpty(
      'browsers that did not get exactly their reminders by push',
      differences(
        reminded.flatMap((one) => (one.push && one.endpoint !== null ? [one.endpoint] : [])),
        [...pushes.values()].map(({ endpoint }) => endpoint),
      ),
    ),
    isEmpty('pushes that the push service rejected', push.problems),
    isEmpty(
      'messages that name a team',
      texts.filter((text) => ANY_TEAM.test(text.replace(/^(?:Log head|No more mails).*$/gm, ''))),
    ),
    isAtLeast('mails that arrived', 1, mails.size),
    info('of these more than once, because a process died before it recorded the delivery', mailsReceived - mails.size),
    isAtLeast('pushes that arrived', 1, pushes.size),
    info('of these more than once, for the same reason', pushesReceived - pushes.size),
  ]
}

/** Returns who got another number of messages than expected. */
function differences(expected: readonly string[], arrived: readonly string[]): readonly string[] {
  const before = countBy(expected)
  const after = countBy(arrived)
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

export function countBy(items: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
