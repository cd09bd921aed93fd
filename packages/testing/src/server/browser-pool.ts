import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import type { Config } from '@outlast/server/config'
import { type LocalFeed, startLocalFeed } from '../fakes/local-feed.ts'
import { type Mailbox, openMailbox } from '../fakes/mailbox.ts'
import { createTemporaryFolder } from '../files.ts'
import { patientFetch } from '../http/patient-fetch.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts'
import { setDatabaseClock } from '../postgres/movable-clock.ts'
import { environmentOf, testConfig } from './config.ts'
import { type NetworkLink, startNetworkLink } from './network-link.ts'
import { type Api, type Person, registerPerson } from './people.ts'
import type { ServerProcess } from './server-process.ts'
import { startTestPool, type TestPoolOptions } from './test-pool.ts'
import { startTopology } from './topology.ts'
import { webFolder } from './web-folder.ts'

export interface BrowserPoolOptions {
  /** Overrides of {@link testConfig}, e.g. `{ clubName: 'The Club', rateLimits: true, autoSync: true }`. */
  readonly config?: Partial<Config>
  /** A clock, or the pace of the feed. Only with a server in this process. */
  readonly overrides?: NonNullable<TestPoolOptions['overrides']>
  /** The name by which browsers open it. Passkeys need one. Default: 127.0.0.1. */
  readonly host?: 'localhost'
  /** Registers nobody: the first person to register becomes the admin. */
  readonly empty?: boolean
  /** The real time at its start, so that a test can move it on with {@link BrowserPool.setRealTime}. Default: the machine's. */
  readonly startsAt?: string
  /** How many server processes run behind nginx, as deploy/ does it; 0 for a server in this process. Default: OUTLAST_E2E_SERVERS, else 0. */
  readonly servers?: number
}

/** A running pool for browsers: the real server with the built web app, on its own database, with a feed and a mailbox. */
export interface BrowserPool {
  /** Where browsers open it, without a slash at the end. Their connections can be cut; those of `api` are not affected. */
  readonly url: string
  /** The person who registered first. */
  readonly admin: Person
  /** Registers a person by first and last name. The same name returns the same person. */
  member(name: string): Promise<Person>
  readonly connectionString: string
  /** The server's data folder, with its keys and signed heads. */
  readonly dataDir: string
  /** Returns a client of the API for a token, or for a visitor. It survives a restart. */
  readonly api: (token?: string) => Api
  /** The feed that the pool reads instead of ESPN. */
  readonly feed: LocalFeed
  readonly mail: Mailbox
  /** Overrides the pool's time, frozen unless `running`; null restores real time. */
  setSiteTime(iso: string | null, options?: { readonly running?: boolean }): Promise<void>
  /** Moves real time on, in a pool that has `startsAt`, and records what is due then. Ends an override of site time. */
  setRealTime(iso: string): Promise<void>
  /** Cuts the browsers' connections, WebSockets included. */
  cut(): void
  /** Swallows what browsers and server send to each other: nothing is answered, nothing is refused. */
  swallow: NetworkLink['swallow']
  /** Ends the swallowing. */
  release: NetworkLink['release']
  /** How many connections of browsers have a request that is held. */
  heldRequests: NetworkLink['heldRequests']
  /** Lets the browsers connect again. */
  restore(): void
  /**
   * Stops the server and starts another one on the same database, as an update does. Browsers find it at the same address.
   * @param between runs while no server does
   */
  restart(between?: () => Promise<void>): Promise<void>
  /** The server processes behind nginx; empty with a server in this process. */
  readonly servers: readonly ServerProcess[]
  /** Stops everything. Rejects when a response violated the contract. */
  stop(): Promise<void>
}

/**
 * Starts a pool for browsers.
 * @param onCut called before the browsers' connections are cut
 */
export async function startBrowserPool(options: BrowserPoolOptions = {}, onCut: () => void = () => {}): Promise<BrowserPool> {
  const { servers: count = Number(process.env.OUTLAST_E2E_SERVERS ?? 0), overrides, empty = false, startsAt } = options
  if (count > 0 && overrides !== undefined) throw new Error('Server processes take no overrides')
  const [database, link, feed] = await Promise.all([createTestDatabase(), startNetworkLink(), startLocalFeed()])
  if (startsAt !== undefined) await setDatabaseClock(database.connectionString, startsAt)
  const dataDir = createTemporaryFolder('e2e')
  const mailFolder = join(dataDir, 'mail')
  const url = `http://${options.host ?? '127.0.0.1'}:${link.port}`
  const mail = { kind: 'files', folder: mailFolder, from: 'Outlast <pool@club.example>' } as const
  const config = { publicUrl: url, publicUrlIsDefault: false, espnBaseUrl: feed.url, dataDir, mail, ...options.config }
  const breaches: Error[] = []
  const start = (): Promise<Backend> =>
    count > 0 ? startBehindNginx(database, config, count) : startInProcess(database, config, overrides)
  let backend = await start()
  link.forwardTo(backend.port)
  const stopBackend = async (): Promise<void> => {
    breaches.push(...backend.breaches)
    await backend.stop()
  }
  const clientFor = (token: string | null): Api =>
    createClient({
      baseUrl: '',
      token: () => token,
      fetch: (path, init) => patientFetch(`http://127.0.0.1:${backend.port}${path}`, init),
    })
  const people = new Map<string, Promise<Person>>()
  const member = (name: string): Promise<Person> =>
    people.getOrInsertComputed(name, () => registerPerson(clientFor, name, 'Member'))
  const first = empty ? undefined : await member('Ada Admin')
  const admin = (): Person => {
    if (first === undefined) throw new Error('This pool was started empty and has no admin yet')
    return first
  }
  const setSiteTime: BrowserPool['setSiteTime'] = async (iso, { running = false } = {}) => {
    await admin().api.call('setSiteTime', { body: { now_iso: iso, running } })
  }
  return {
    url,
    connectionString: database.connectionString,
    dataDir,
    get admin() {
      return admin()
    },
    member,
    api: (token) => clientFor(token ?? null),
    feed,
    mail: openMailbox(mailFolder),
    get servers() {
      return backend.servers
    },
    setSiteTime,
    async setRealTime(iso) {
      await setDatabaseClock(database.connectionString, iso)
      await setSiteTime(null)
    },
    cut() {
      onCut()
      link.cut()
    },
    swallow(what) {
      onCut()
      link.swallow(what)
    },
    release: (options) => link.release(options),
    heldRequests: () => link.heldRequests(),
    restore: () => link.restore(),
    async restart(between) {
      onCut()
      await stopBackend()
      await between?.()
      backend = await start()
      link.forwardTo(backend.port)
    },
    async stop() {
      await link.stop()
      await Promise.all([stopBackend(), feed.stop()])
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (breaches.length > 0) throw new AggregateError(breaches, breaches.map(({ message }) => message).join('\n'))
    },
  }
}

/** What answers the requests of a pool. */
interface Backend {
  readonly port: number
  readonly servers: readonly ServerProcess[]
  readonly breaches: readonly Error[]
  stop(): Promise<void>
}

async function startInProcess(
  database: TestDatabase,
  config: Partial<Config>,
  overrides: TestPoolOptions['overrides'],
): Promise<Backend> {
  const pool = await startTestPool({ database, config, overrides: { webFolder, ...overrides } })
  return { port: pool.server.port, servers: [], breaches: pool.breaches, stop: () => pool.stop() }
}

async function startBehindNginx(
  { connectionString }: TestDatabase,
  config: Partial<Config> & Pick<Config, 'dataDir'>,
  servers: number,
): Promise<Backend> {
  const env = environmentOf(testConfig(config.dataDir, config), connectionString)
  const program = ['packages/testing/src/server/test-server-program.ts']
  const topology = await startTopology({ servers, env, program, output: 'errors' })
  return { port: topology.port, servers: topology.servers, breaches: [], stop: () => topology.stop() }
}
