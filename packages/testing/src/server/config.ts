import { type Config, loadConfig } from '@outlast/server/config'

/** The JWT secret of every server that this package starts, so that a token is valid on all of them. */
export const JWT_SECRET = 'a secret for tests only, 0123456789abcdef'

/** Passwords are hashed so cheaply that no thread is started for them. */
export const CHEAP_PASSWORDS = { passwordCost: 4, passwordThreads: 0 }

/** Returns the configuration of a server within this process. It reads nothing from the environment; passwords are cheap to hash. */
export function testConfig(dataDir: string, config: Partial<Config> = {}): Config {
  const base = loadConfig({
    PORT: '0',
    OUTLAST_DATA: dataDir,
    NODE_ENV: 'test',
    AUTO_SYNC: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
  return { ...base, ...CHEAP_PASSWORDS, jwtSecret: JWT_SECRET, ...config }
}

/** Returns the environment that gives a server of its own process the same configuration. */
export function environmentOf(config: Config, connectionString: string): Record<string, string> {
  const onOff = (value: boolean): string => (value ? 'on' : 'off')
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
