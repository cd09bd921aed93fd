import { Arrivals } from './arrivals.ts'
import { BareConnection } from './bare-connection.ts'
import { type Connection, LiveConnection } from '@outlast/testing/live/live-connection'
import type { GroupName, Opened, Order } from './orders.ts'

// The load client of the live benchmarks, in a process of its own: thousands of clients, doing what they are told.

/** So many are on their way in at once; more would wait in the server's queue. */
const AT_ONCE = 200

const groups = new Map<GroupName, readonly Connection[]>()
let arrivals: Arrivals | undefined

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer ?? 'done'))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'open-ours':
      return open('ours', order.clients, (plan) => new LiveConnection(order.port, plan))
    case 'open-bare':
      return open('bare', Array.from({ length: order.clients }), () => new BareConnection(order.port, order.http))
    case 'watch':
      arrivals = new Arrivals(groups.get(order.group) ?? [], order.start, order.task)
      return undefined
    case 'arrivals':
      return arrivals?.all
    case 'close':
      for (const connection of groups.get(order.group) ?? []) connection.close()
      groups.delete(order.group)
      return undefined
    default:
      return order satisfies never
  }
}

async function open<Plan, C extends Connection & { readonly current: Promise<void> }>(
  name: GroupName,
  plans: readonly Plan[],
  connect: (plan: Plan) => C,
): Promise<Opened> {
  const connections: C[] = []
  const begun = performance.now()
  const waiting = plans.values()
  const lane = async (): Promise<void> => {
    for (const plan of waiting) {
      const connection = connect(plan)
      connections.push(connection)
      await connection.current
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const seconds = (performance.now() - begun) / 1000
  groups.set(name, connections)
  const [first] = connections
  return { seconds, versions: first instanceof LiveConnection ? Object.fromEntries(first.versions) : {} }
}
