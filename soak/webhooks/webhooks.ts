import {
  type LocalWebhook,
  registerMembersIn,
  type ServerProcess,
  startLocalWebhook,
  startServer,
  testEnvironment,
  waitUntil,
} from '@outlast/testing'
import { callUntilDone } from '../support/persistent-call.ts'
import { type Check, info, isAtLeast, isEmpty, isEqual, type Scenario } from '../support/scenario.ts'

const SEASON = 2031
const MEMBERS = 10
const NEWS = ['lock', 'reveal'] as const
const DELIVERY_TIMEOUT_MS = 600_000
/** Short enough that a kill hits while news is derived, queued and sent. */
const KILL_WITHIN_MS = 600

interface WebhookSizes {
  readonly weeks: number
  readonly [size: string]: number
}

/** Weeks lock while the processes that send the news about them are killed. */
export const webhooks: Scenario<WebhookSizes> = {
  name: 'webhooks',
  about:
    'news to three webhooks: two processes, kill -9 while they send, receivers that fail or drop the connection after they took it',
  sizes: { weeks: 18 },
  short: { weeks: 3 },
  async run(context, { weeks }) {
    const database = await context.createDatabase()
    const chats = {
      'a good chat': await startLocalWebhook(),
      'a failing chat': await startLocalWebhook(),
      'a forgetful chat': await startLocalWebhook(),
    }
    const { admin } = await registerMembersIn(database, MEMBERS, 1)
    const env = testEnvironment(database.connectionString, {})
    const servers = [await startServer({ env }), await startServer({ env })]
    let turn = 0
    const url = (): string => servers[(turn += 1) % servers.length]?.url ?? ''
    const call = <T>(method: 'POST' | 'PATCH', path: string, body: object): Promise<T> =>
      callUntilDone({ url, method, path, token: admin.token, body })
    const killed = new Set<number>()
    try {
      for (const [label, chat] of Object.entries(chats))
        await call('POST', '/api/admin/webhooks', { url: chat.url, label, events: NEWS })
      for (let week = 1; week <= weeks; week += 1) {
        const { id } = await call<{ id: number }>('POST', '/api/weeks', { season_year: SEASON, week_number: week })
        chats['a failing chat'].failWith(503, 1)
        chats['a forgetful chat'].failWith('forget', 1)
        await call('PATCH', `/api/weeks/${id}`, { lock_time: '2020-01-01T00:00:00Z' })
        killed.add(await killOne(servers, week))
        context.progress(`week ${week} of ${weeks}`)
      }
      const arrived = () => Object.values(chats).every((chat) => idsOf(chat).size >= weeks * NEWS.length)
      await waitUntil('all news has arrived', arrived, { everyMs: 200, timeoutMs: DELIVERY_TIMEOUT_MS }).catch(() => {})
      return {
        title: `${weeks} weeks of news to three webhooks, with ${weeks} × kill -9`,
        checks: [
          isEqual('processes killed', weeks, killed.size),
          ...Object.entries(chats).flatMap(([label, chat]) => checksOf(label, chat, weeks)),
          isAtLeast('requests that failed or were not acknowledged', 1, failedRequests(Object.values(chats))),
        ],
        notes: ['Messages with the same `webhook-id` are one: a process that dies after a chat took a message repeats it.'],
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      await Promise.all(Object.values(chats).map((chat) => chat.stop()))
      await database.drop()
    }
  },
}

/** Kills one process, each in turn, and starts it again. Returns its id. */
async function killOne(servers: readonly ServerProcess[], turn: number): Promise<number> {
  const victim = servers[turn % servers.length]
  if (victim === undefined) return 0
  await new Promise((resolve) => setTimeout(resolve, Math.random() * KILL_WITHIN_MS))
  const { pid } = victim
  await victim.kill()
  await victim.start()
  return pid
}

const idOf = ({ headers }: LocalWebhook['received'][number]): string => String(headers['webhook-id'])
const idsOf = ({ received }: LocalWebhook): ReadonlySet<string> => new Set(received.map(idOf))
/** Requests that failed, or that repeated a message which had arrived. */
const failedRequests = (chats: readonly LocalWebhook[]): number =>
  chats.reduce((sum, chat) => sum + chat.requests() - idsOf(chat).size, 0)

function checksOf(label: string, chat: LocalWebhook, weeks: number): readonly Check[] {
  const messages = new Map(chat.received.map((message) => [idOf(message), message.body]))
  const counts = new Map<string, number>()
  for (const body of messages.values()) {
    const { type, data } = JSON.parse(body) as { readonly type: string; readonly data: { readonly week_number: number } }
    const news = `${type} of week ${data.week_number}`
    counts.set(news, (counts.get(news) ?? 0) + 1)
  }
  const expected = Array.from({ length: weeks }, (_, n) => NEWS.map((type) => `${type} of week ${n + 1}`)).flat()
  return [
    isEmpty(
      `${label}: news that never arrived`,
      expected.filter((news) => !counts.has(news)),
    ),
    isEmpty(
      `${label}: news that was announced twice, or that was not expected`,
      [...counts].filter(([news, count]) => count > 1 || !expected.includes(news)),
    ),
    info(`${label}: messages that arrived again with the same id`, chat.received.length - messages.size),
  ]
}
