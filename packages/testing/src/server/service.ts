import { createClient } from '@outlast/contract/client'
import { createTestDatabase } from '@outlast/testing'
import type { Config } from '@outlast/server/config'
import type { Api, TestPoolOptions } from './in-process-server.ts'
import { serveBehindNginx, serveHere, type Serving } from './serving.ts'
import { webFolder } from './web-folder.ts'
import { startWire, type Wire } from './network-link.ts'

export interface ServiceOptions {
  readonly overrides?: TestPoolOptions['overrides']
  /** How many processes, behind nginx; 0: the test's own process serves. */
  readonly servers: number
}

/** What serves a test's pool, behind its wire, and the database that outlives it. */
export interface Service {
  readonly wire: Wire
  readonly connectionString: string
  /** Those behind the proxy; none when the test's own process serves. */
  readonly servers: Serving['servers']
  start(config: ServiceConfig): Promise<void>
  /** Everything anew on the same database, behind the same wire. `between`: while nothing serves. */
  restart(between?: () => Promise<void>): Promise<void>
  /** A client that does not go through the wire. It survives a restart. */
  readonly api: (token?: string) => Api
  /** Takes everything away. Throws when the server ever gave an answer that breaks the contract. */
  stop(): Promise<void>
}

type ServiceConfig = Partial<Config> & Pick<Config, 'dataDir'>

/** Prepares a database and a wire; serving begins with `start`. */
export async function startService({ overrides, servers }: ServiceOptions): Promise<Service> {
  if (servers > 0 && overrides !== undefined) throw new Error('Servers that are processes of their own take no overrides')
  const [database, wire] = await Promise.all([createTestDatabase(), startWire()])
  const breaches: Error[] = []
  let serving: Serving | undefined
  let used: ServiceConfig | undefined
  const start = async (config: ServiceConfig): Promise<void> => {
    used = config
    serving =
      servers > 0
        ? await serveBehindNginx(database, config, servers)
        : await serveHere(database, config, { webFolder, ...overrides })
    wire.leadTo(serving.port)
  }
  const stopServing = async (): Promise<void> => {
    breaches.push(...(serving?.breaches ?? []))
    await serving?.stop()
  }
  const url = (): string => `http://127.0.0.1:${serving?.port}`
  return {
    wire,
    connectionString: database.connectionString,
    get servers() {
      return serving?.servers ?? []
    },
    start,
    async restart(between) {
      await stopServing()
      await between?.()
      if (used !== undefined) await start(used)
    },
    api: (token) =>
      createClient({ baseUrl: '', token: () => token ?? null, fetch: (path, init) => fetch(`${url()}${path}`, init) }),
    async stop() {
      await wire.stop()
      await stopServing()
      await database.drop()
      if (breaches.length > 0) throw new AggregateError(breaches, breaches.map(({ message }) => message).join('\n'))
    },
  }
}
