import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outlast/contract/client'
import type { Session } from '@outlast/contract'
import { createTestDatabase, type TestDatabase } from '@outlast/testing'
import { pino } from 'pino'
import { type Config, loadConfig } from '@outlast/server/config'
import { createServer, type OutlastServer, type ServerOverrides } from '@outlast/server/app'

/** Long enough for everybody who registers in tests. */
export const PASSWORD = 'correct horse battery'

export interface TestPoolOptions {
  /** Over the tests' configuration: no limits, no automatic sync, cheap password hashes. */
  readonly config?: Partial<Config>
  readonly overrides?: ServerOverrides
  /** A database that exists, for a second process on it. */
  readonly database?: TestDatabase
}

/** A client of the API, signed in or not. */
export type Api = ReturnType<typeof createClient>

export interface TestMember {
  readonly id: number
  readonly token: string
  readonly api: Api
}

/** A whole server on a database of its own, and people to use it. Every answer is checked against the contract. */
export interface TestPool {
  readonly url: string
  readonly server: OutlastServer
  readonly database: TestDatabase
  readonly config: Config
  /** Answers that were not what the contract says. A test that cares looks whether it is empty. */
  readonly breaches: readonly Error[]
  readonly visitor: Api
  as(token: string): Api
  /** Registers somebody; the first one of a pool is its admin. */
  register(name: string): Promise<TestMember>
  /** Stops the server; the database goes too, unless it was given. */
  stop(): Promise<void>
}

/** Configuration for tests; nothing of the environment. */
export function testConfig(dataDir: string, config: Partial<Config> = {}): Config {
  const base = loadConfig({
    PORT: '0',
    OUTLAST_DATA: dataDir,
    NODE_ENV: 'test',
    AUTO_SYNC: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
  return { ...base, passwordCost: 4, jwtSecret: 'a secret for tests only, 0123456789abcdef', ...config }
}

export async function startTestPool(options: TestPoolOptions = {}): Promise<TestPool> {
  const database = options.database ?? (await createTestDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-pool-'))
  const config = testConfig(dataDir, options.config)
  const breaches: Error[] = []
  const overrides = {
    log: pino({ level: 'silent' }),
    onBreach: (breach: Error) => void breaches.push(breach),
    ...options.overrides,
  }
  const server = await createServer(config, database.connectionString, overrides)
  const { url } = server
  const as = (token: string): Api => createClient({ baseUrl: url, token: () => token })
  return {
    url,
    server,
    database,
    config,
    breaches,
    visitor: createClient({ baseUrl: url, token: () => null }),
    as,
    register: (name) => register(url, name),
    async stop() {
      await server.stop()
      if (options.database === undefined) await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function register(url: string, name: string): Promise<TestMember> {
  const body = {
    email: `${name.toLowerCase().replaceAll(' ', '.')}@club.example`,
    password: PASSWORD,
    first_name: name,
    last_name: 'Test',
  }
  const session: Session = await createClient({ baseUrl: url, token: () => null }).call('register', { body })
  const api = createClient({ baseUrl: url, token: () => session.token })
  return { id: session.user.id, token: session.token, api }
}
