import { rmSync } from 'node:fs'
import { createClient } from '@outlast/contract/client'
import { createServer, type OutlastServer, type ServerOverrides } from '@outlast/server/app'
import type { Config } from '@outlast/server/config'
import { pino } from 'pino'
import { createTemporaryFolder } from '../files.ts'
import { patientFetch } from '../http/patient-fetch.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts'
import { testConfig } from './config.ts'
import { type Api, type Person, registerPerson } from './people.ts'

export interface TestPoolOptions {
  /** Overrides of {@link testConfig}. */
  readonly config?: Partial<Config>
  readonly overrides?: ServerOverrides
  /** Whether every response is checked against the contract, which takes about half of the time of a small read. Default: true. */
  readonly checksContract?: boolean
  /** Receives what the server logs, one object per line. Default: it logs nothing. */
  readonly onLogLine?: (line: Readonly<Record<string, unknown>>) => void
  /** An existing database, for a second server on it. */
  readonly database?: TestDatabase
}

/** A whole server in this process, on a database of its own. Every response is checked against the contract. */
export interface TestPool {
  readonly url: string
  readonly server: OutlastServer
  readonly database: TestDatabase
  readonly config: Config
  /** Responses that violated the contract. */
  readonly breaches: readonly Error[]
  /** A client that is not signed in. */
  readonly visitor: Api
  /** Returns a client that is signed in with a token. */
  as(token: string): Api
  /** Registers a person. The first one of a pool becomes its admin. */
  register(name: string): Promise<Person>
  /** Stops the server, and drops the database unless it was given. */
  stop(): Promise<void>
}

/** Starts a server in this process, which is quick and lets a test replace its clock, its log and its pace. */
export async function startTestPool(options: TestPoolOptions = {}): Promise<TestPool> {
  const database = options.database ?? (await createTestDatabase())
  const dataDir = createTemporaryFolder('pool')
  const config = testConfig(dataDir, options.config)
  const breaches: Error[] = []
  const overrides = {
    log: logTo(options.onLogLine),
    ...(options.checksContract === false ? {} : { onBreach: (breach: Error) => void breaches.push(breach) }),
    ...options.overrides,
  }
  const server = await createServer(config, database.connectionString, overrides)
  const { url } = server
  const clientFor = (token: string | null): Api => createClient({ baseUrl: url, token: () => token, fetch: patientFetch })
  return {
    url,
    server,
    database,
    config,
    breaches,
    visitor: clientFor(null),
    as: clientFor,
    register: (name) => registerPerson(clientFor, name, 'Test'),
    async stop() {
      await server.stop()
      if (options.database === undefined) await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function logTo(onLine: TestPoolOptions['onLogLine']) {
  if (onLine === undefined) return pino({ level: 'silent' })
  return pino({ level: 'info' }, { write: (line: string) => onLine(JSON.parse(line) as Record<string, unknown>) })
}
