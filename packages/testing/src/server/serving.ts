import type { TestDatabase } from '@outlast/testing'
import type { Config } from '@outlast/server/config'
import { startTestPool, testConfig, type TestPoolOptions } from './in-process-server.ts'
import type { TopologyServer } from './restartable-server.ts'
import { startTopology } from './topology.ts'

/** What answers a test's requests. */
export interface Serving {
  readonly port: number
  /** Those behind the proxy; none when the test's own process serves. */
  readonly servers: readonly TopologyServer[]
  /** Answers so far that broke the contract. */
  readonly breaches: readonly Error[]
  stop(): Promise<void>
}

/** One server within the test's process: quick to start, with everything that tests can put in place of the usual. */
export async function serveHere(
  database: TestDatabase,
  config: Partial<Config>,
  overrides: NonNullable<TestPoolOptions['overrides']>,
): Promise<Serving> {
  const pool = await startTestPool({ database, config, overrides })
  return { port: pool.server.port, servers: [], breaches: pool.breaches, stop: () => pool.stop() }
}

/** What runs in place of the server's own main program. */
const PROGRAM = ['packages/testing/src/server/test-server-program.ts']

/** As deploy/ has it: processes of their own behind nginx. */
export async function serveBehindNginx(
  { connectionString }: TestDatabase,
  config: Partial<Config> & Pick<Config, 'dataDir'>,
  servers: number,
): Promise<Serving> {
  const env = environmentOf(testConfig(config.dataDir, config), connectionString)
  const topology = await startTopology({ servers, env, program: PROGRAM })
  return { port: topology.port, servers: topology.servers, breaches: [], stop: () => topology.stop() }
}

const onOff = (value: boolean): string => (value ? 'on' : 'off')

/** The environment that gives a configuration. */
function environmentOf(config: Config, connectionString: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: connectionString,
    OUTLAST_DATA: config.dataDir,
    JWT_SECRET: config.jwtSecret ?? '',
    PUBLIC_URL: config.publicUrl,
    CLUB_NAME: config.clubName,
    ADMIN_EMAIL: config.adminEmail ?? '',
    MAIL_FROM: config.mail.from,
    ESPN_BASE_URL: config.espnBaseUrl,
    AUTO_SYNC: onOff(config.autoSync),
    RATE_LIMITS: onOff(config.rateLimits),
    LOG_LEVEL: 'error',
    WEB_DIST: process.env.WEB_DIST ?? '',
  }
}
