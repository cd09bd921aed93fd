import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { User } from '@outlast/contract'
import { type LocalFeed, startLocalFeed } from '../fakes/local-feed.ts'
import { type Api, PASSWORD, type TestPoolOptions } from './in-process-server.ts'
import type { TopologyServer } from './restartable-server.ts'
import { type MailBox, mailBox } from '../fakes/mailbox.ts'
import { startService } from './service.ts'

/** How a test's pool differs from the usual one. */
export interface PoolOptions {
  /** Over the tests' configuration, e.g. `{ clubName: 'The Club', rateLimits: true, autoSync: true }`. */
  readonly config?: NonNullable<TestPoolOptions['config']>
  /** A clock, or a feed's pace. */
  readonly overrides?: NonNullable<TestPoolOptions['overrides']>
  /** Nobody is registered yet: the first one to register becomes the admin. */
  readonly empty?: boolean
  /**
   * Served as deploy/ has it, by so many processes behind nginx; 0: by the test's own process. Default: what
   * OUTLAST_E2E_SERVERS says, else 0.
   */
  readonly servers?: number
}

/** Somebody with an account, and how to act as them beside the browser. */
export interface Person {
  readonly user: User
  /** First and last name. */
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly api: Api
}

/** A running pool of a test's own: the real server (or several) with the built web app, on its own database and a free port. */
export interface Pool {
  /** Where browsers find it, without a slash at the end. Their connections can be cut, those of `api` are not. */
  readonly url: string
  /** Who was registered first. */
  readonly admin: Person
  /** Registers somebody by first and last name; the same name is the same person. */
  member(name: string): Promise<Person>
  /** How to connect to its database, for what no call of the API does. */
  readonly connectionString: string
  /** A client of the API, for a token or a visitor. */
  readonly api: (token?: string) => Api
  /** What the pool asks for games instead of ESPN, when an admin syncs (or by itself with `autoSync`). */
  readonly feed: LocalFeed
  readonly mail: MailBox
  /** Moves the pool's time, frozen unless `running`; null goes back to real time. */
  setSiteTime(iso: string | null, options?: { readonly running?: boolean }): Promise<void>
  /** Cuts the browsers off, WebSockets included. `silently`: they are not told, only nothing gets through any more. */
  cut(options?: { readonly silently?: boolean }): void
  /** Lets the browsers through again. */
  restore(): void
  /**
   * Stops the server and starts another on the same database, as an update would. Browsers find it at the same address.
   * `between`: while no server runs.
   */
  restart(between?: () => Promise<void>): Promise<void>
  /** With {@link PoolOptions.servers}: the processes, to be ended and started again one by one. */
  readonly servers: readonly TopologyServer[]
  stop(): Promise<void>
}

/** Starts a pool. `onCut` is called before the browsers are cut off. */
export async function startPool(options: PoolOptions, onCut: () => void = () => {}): Promise<Pool> {
  const servers = options.servers ?? Number(process.env.OUTLAST_E2E_SERVERS ?? 0)
  const [service, feed, dataDir] = await Promise.all([
    startService({ ...options, servers }),
    startLocalFeed(),
    mkdtemp(join(tmpdir(), 'outlast-e2e-')),
  ])
  const mailFolder = join(dataDir, 'mail')
  const { wire } = service
  const url = `http://127.0.0.1:${wire.port}`
  const mail = { kind: 'files', folder: mailFolder, from: 'Outlast <pool@club.example>' } as const
  await service.start({ publicUrl: url, publicUrlIsDefault: false, espnBaseUrl: feed.url, dataDir, mail, ...options.config })
  const people = new Map<string, Promise<Person>>()
  const member = (name: string): Promise<Person> => people.getOrInsertComputed(name, () => register(name, service.api))
  const first = options.empty === true ? undefined : await member('Ada Admin')
  const admin = (): Person => {
    if (first === undefined) throw new Error('This pool has no admin yet: it was started empty')
    return first
  }
  return {
    url,
    connectionString: service.connectionString,
    get admin() {
      return admin()
    },
    member,
    api: service.api,
    feed,
    mail: mailBox(mailFolder),
    get servers() {
      return service.servers
    },
    async setSiteTime(iso, { running = false } = {}) {
      await admin().api.call('setSiteTime', { body: { now_iso: iso, running } })
    },
    cut(how) {
      onCut()
      wire.cut(how)
    },
    restore: () => wire.restore(),
    async restart(between) {
      onCut()
      await service.restart(between)
    },
    async stop() {
      await Promise.all([service.stop(), feed.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function register(name: string, api: Pool['api']): Promise<Person> {
  const [first_name = '', ...rest] = name.split(' ')
  const last_name = rest.join(' ') || 'Member'
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const email = `${plain.replace(/[^a-z0-9-]+/g, '.')}@club.example`.replace('.@', '@')
  const { token, user } = await api().call('register', { body: { email, password: PASSWORD, first_name, last_name } })
  return { user, name: `${first_name} ${last_name}`, email, password: PASSWORD, token, api: api(token) }
}
