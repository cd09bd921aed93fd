import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '@outlast/testing'
import { describe, expect, it } from 'vitest'
import { CONFIG_VARIABLES, ConfigError, IN_FILES, loadConfig } from './config.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-bytes'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('loadConfig', () => {
  it('returns the documented defaults', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({
      production: false,
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      publicUrlIsDefault: true,
      clubName: 'Outlast',
      espnBaseUrl: 'https://site.api.espn.com',
      autoSync: true,
      trustProxy: false,
      logLevel: 'info',
      rateLimits: true,
      passwordCost: 12,
    })
    expect(config.databaseUrl).toBeUndefined()
    expect(config.jwtSecret).toBeUndefined()
    expect(config.adminEmail).toBeUndefined()
    expect(config.dataDir).toBe(`${process.cwd()}/.outlast`)
    expect(config.mail).toEqual({ kind: 'files', folder: `${process.cwd()}/.outlast/mail`, from: 'Outlast <pool@localhost>' })
  })

  it('returns the configured values without surrounding spaces and trailing slashes', () => {
    const config = loadConfig({
      PORT: ' 9000 ',
      DATABASE_URL: 'postgresql:///outlast?host=/run/postgresql',
      JWT_SECRET: SECRET,
      PUBLIC_URL: 'https://Pool.Example/',
      SMTP_URL: 'smtps://user:password@mail.example:465',
      MAIL_FROM: 'Club <pool@club.example>',
      ESPN_BASE_URL: 'http://127.0.0.1:1234/',
      AUTO_SYNC: 'off',
      RATE_LIMITS: 'off',
      NODE_ENV: 'production',
    })
    expect(config).toMatchObject({
      production: true,
      port: 9000,
      databaseUrl: 'postgresql:///outlast?host=/run/postgresql',
      publicUrl: 'https://pool.example',
      publicUrlIsDefault: false,
      mail: { kind: 'smtp', url: 'smtps://user:password@mail.example:465', from: 'Club <pool@club.example>' },
      espnBaseUrl: 'http://127.0.0.1:1234',
      autoSync: false,
      rateLimits: false,
    })
  })

  it('derives the default of PUBLIC_URL from PORT', () => {
    expect(loadConfig({ PORT: '3000' }).publicUrl).toBe('http://localhost:3000')
  })

  it('treats a blank value as unset', () => {
    expect(loadConfig({ PORT: '', PUBLIC_URL: '  ', JWT_SECRET: '' })).toEqual(loadConfig({}))
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a port number'],
    [{ PORT: '70000' }, 'PORT must be a port number'],
    [{ HOST: 'localhost:80' }, 'HOST must be an address'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL that starts with postgres://'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must be at least 32 bytes long'],
    [{ JWT_SECRET: 'a'.repeat(64) }, 'JWT_SECRET must be random'],
    [{ PUBLIC_URL: 'pool.example' }, 'PUBLIC_URL must be a URL'],
    [{ PUBLIC_URL: 'https://pool.example/club' }, 'PUBLIC_URL must have nothing after the host'],
    [{ CLUB_NAME: 'x'.repeat(81) }, 'CLUB_NAME must have at most 80'],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL must be an e-mail address'],
    [{ ADMIN_EMAIL: 'ann.@club.example' }, 'ADMIN_EMAIL must be an e-mail address. Before the @, an email address cannot begin'],
    [{ MAIL_FROM: 'Club <pool@-club.example>' }, 'MAIL_FROM must be an address'],
    [{ MAIL_FROM: 'pool@club..example' }, 'MAIL_FROM must be an address'],
    [{ SMTP_URL: 'http://mail', MAIL_FROM: 'a@b.example' }, 'SMTP_URL must be a URL that starts with smtp://'],
    [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM must be set together'],
    [{ MAIL_FROM: 'Club' }, 'MAIL_FROM must be an address'],
    [{ ESPN_BASE_URL: 'ftp://x' }, 'ESPN_BASE_URL must be a URL'],
    [{ AUTO_SYNC: 'yes' }, 'AUTO_SYNC must be on or off'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be off, on'],
    [{ TRUST_PROXY: '10.0.0.0/64' }, 'TRUST_PROXY must be off, on'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ RATE_LIMITS: '1' }, 'RATE_LIMITS must be on or off'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production'],
  ])('rejects %o', (env, problem) => {
    const problems = problemsOf(env as Record<string, string>)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  it('lists every problem at once, without values', () => {
    const problems = problemsOf({ PORT: 'x', JWT_SECRET: 'hunter2', LOG_LEVEL: 'loud' })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'JWT_SECRET', 'LOG_LEVEL'])
    expect(problems.join()).not.toContain('hunter2')
  })

  it('reads a secret from a file, and says which file cannot be used', () => {
    const folder = createTemporaryFolder('secrets')
    const file = (name: string, content: string): string => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    }
    const secret = 'q7Zp0vNw3xKd8Rt5Yb1Hc6Jm2Lf9Gs4A'
    expect(loadConfig({ JWT_SECRET_FILE: file('secret', `${secret}\n`) }).jwtSecret).toBe(secret)
    const wrong = { JWT_SECRET: secret, JWT_SECRET_FILE: file('both', secret), DATABASE_URL_FILE: join(folder, 'none') }
    const problems = problemsOf({ ...wrong, SMTP_URL_FILE: file('empty', '\n'), METRICS_TOKEN_FILE: file('short', 'abc') })
    expect(problems).toEqual([
      'DATABASE_URL_FILE must name a file that the pool can read and that is not empty',
      'JWT_SECRET and JWT_SECRET_FILE are both set: set one of them',
      'SMTP_URL_FILE must name a file that the pool can read and that is not empty',
      expect.stringMatching(/^METRICS_TOKEN must have at least 16 characters/),
    ])
  })

  it('requires a secret only in production on a shared database', () => {
    const shared = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/outlast' }
    expect(problemsOf(shared)[0]).toContain('JWT_SECRET must be set')
    expect(problemsOf({ ...shared, JWT_SECRET: SECRET })).toEqual([])
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([])
    expect(problemsOf({ DATABASE_URL: 'postgres://db/outlast' })).toEqual([])
  })

  it.each([
    ['off', false],
    ['on', 1],
    ['2', 2],
    ['loopback, 10.0.0.0/8, ::1', ['loopback', '10.0.0.0/8', '::1']],
  ])('parses TRUST_PROXY=%s', (value, expected) => {
    expect(loadConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected)
  })
})

describe('docs/configuration.md', () => {
  it('names each variable that can be in a file', () => {
    const text = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
    expect(IN_FILES.filter((name) => !text.includes(`\`${name}_FILE\``))).toEqual([])
  })

  it('lists exactly the variables, in the same order', () => {
    const text = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
    const rows = text.split('\n').filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]))
    expect(named).toEqual(CONFIG_VARIABLES)
  })
})
