import { forEachConcurrently, range } from '@outlast/testing/async'
import { LiveConnection } from '@outlast/testing/live/live-connection'
import { serveRequests } from '@outlast/testing/process/worker'
import { BareClient } from './bare-client.ts'
import { type Client, fail, MessageWait } from './message-wait.ts'
import type { GroupName, LoadRequest, Opened } from './requests.ts'

// The load client of the live benchmarks, in a process of its own, with thousands of connections.

/** How many connections are opened at once. More would only wait in the server's queue. */
const CONCURRENT_CONNECTIONS = 200

const groups = new Map<GroupName, readonly Client[]>()
let wait: MessageWait | undefined

serveRequests((request: LoadRequest): unknown => {
  switch (request.do) {
    case 'open-outlast':
      return open('outlast', request.clients, (plan) => new LiveConnection(request.port, { ...plan, onFailure: fail }))
    case 'open-bare':
      return open('bare', range(request.clients), () => new BareClient(request.port, request.http, fail))
    case 'expect':
      wait = new MessageWait(groups.get(request.group) ?? [], request.start, request.task)
      return undefined
    case 'await':
      return wait?.received
    case 'close':
      for (const client of groups.get(request.group) ?? []) client.close()
      groups.delete(request.group)
      return undefined
    default:
      return request satisfies never
  }
})

async function open<Plan, C extends Client & { readonly current: Promise<void> }>(
  name: GroupName,
  plans: readonly Plan[],
  connect: (plan: Plan) => C,
): Promise<Opened> {
  const startedAt = performance.now()
  const openOne = async (plan: Plan): Promise<C> => {
    const client = connect(plan)
    await client.current
    return client
  }
  const clients = await forEachConcurrently(plans, openOne, CONCURRENT_CONNECTIONS)
  const seconds = (performance.now() - startedAt) / 1000
  groups.set(name, [...(groups.get(name) ?? []), ...clients])
  const [first] = clients
  return { seconds, versions: first instanceof LiveConnection ? Object.fromEntries(first.versions) : {} }
}
