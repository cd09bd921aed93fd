import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import { createTestDatabase } from '@outlast/testing'
import { root } from '@outlast/testing/root'
import type { Config } from '../../apps/server/src/config.ts'
import { type Api, startTestPool, type TestPool, type TestPoolOptions } from '../../apps/server/tests/support/pool.ts'
import { startWire, type Wire } from './wire.ts'

/** The server of a test's pool behind its wire, and the database that outlives it. */
export interface Service {
  readonly wire: Wire
  readonly connectionString: string
  start(config: Partial<Config>): Promise<void>
  /** Another server on the same database, behind the same wire. `between`: while there is none. */
  restart(between?: () => Promise<void>): Promise<void>
  /** A client that does not go through the wire. It survives a restart. */
  readonly api: (token?: string) => Api
  /** Takes everything away. Throws when the server ever gave an answer that breaks the contract. */
  stop(): Promise<void>
}

/** The build that is tested: another one than the checkout's with `WEB_DIST`. */
const webFolder = process.env.WEB_DIST ?? join(root, 'apps', 'web', 'dist')

/** Prepares a database and a wire; the server begins with `start`. */
export async function startService({ overrides }: Pick<TestPoolOptions, 'overrides'>): Promise<Service> {
  const [database, wire] = await Promise.all([createTestDatabase(), startWire()])
  const breaches: Error[] = []
  let server: TestPool | undefined
  let used: Partial<Config> = {}
  const start = async (config: Partial<Config>): Promise<void> => {
    used = config
    server = await startTestPool({ database, config, overrides: { webFolder, ...overrides } })
    wire.leadTo(server.server.port)
  }
  const stopServer = async (): Promise<void> => {
    breaches.push(...(server?.breaches ?? []))
    await server?.stop()
  }
  return {
    wire,
    connectionString: database.connectionString,
    start,
    async restart(between) {
      await stopServer()
      await between?.()
      await start(used)
    },
    api: (token) =>
      createClient({ baseUrl: '', token: () => token ?? null, fetch: (path, init) => fetch(`${server?.url}${path}`, init) }),
    async stop() {
      await wire.stop()
      await stopServer()
      await database.drop()
      if (breaches.length > 0) throw new AggregateError(breaches, breaches.map(({ message }) => message).join('\n'))
    },
  }
}
