import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { email } from '@outlast/contract/fields/account'
import { emailProblem } from '@outlast/contract/fields/email-address'
import * as z from 'zod'

/** How mails are delivered. Without a mail server they are written to files, so that a new pool works at once. */
type MailConfig =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  | { readonly kind: 'files'; readonly folder: string; readonly from: string }

export interface BackupSchedule {
  /** An absolute path. */
  readonly folder: string
  readonly everyMs: number
  /** How many of the scheduled backups are kept. */
  readonly keep: number
}

/** The validated configuration (docs/configuration.md). */
export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Undefined means the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** An absolute path. */
  readonly dataDir: string
  /** Undefined means the secret in the data folder (accounts/token-secret.ts). */
  readonly jwtSecret: string | undefined
  /** Undefined means a key that is derived from the token secret, or the one in the data folder (channels/push/vapid.ts). */
  readonly vapidPrivateKey: string | undefined
  /** The origin that users open, without a trailing slash. */
  readonly publicUrl: string
  /** Whether it is not configured: then every name of this machine is accepted as origin. */
  readonly publicUrlIsDefault: boolean
  readonly clubName: string
  readonly adminEmail: string | undefined
  readonly mail: MailConfig
  /** Without a trailing slash. */
  readonly espnBaseUrl: string
  readonly autoSync: boolean
  /** False, the number of trusted proxies, or their addresses. */
  readonly trustProxy: false | number | readonly string[]
  readonly logLevel: LogLevel
  readonly rateLimits: boolean
  readonly metricsToken: string | undefined
  /** The scheduled backups; undefined: none. */
  readonly backups: BackupSchedule | undefined
  /** The bcrypt cost. Not configurable; tests lower it. */
  readonly passwordCost: number
  /** How many threads hash passwords, if not one for each core, up to four. Not configurable; tests need none. */
  readonly passwordThreads?: number
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** Thrown if the configuration is invalid. Contains one problem for each invalid variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['The configuration is invalid:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}

const MIN_SECRET_BYTES = 32
/** The minimum number of different characters, against repeated short secrets. */
const MIN_DISTINCT = 8

const onOff = (what: string) =>
  z.enum(['on', 'off'], { error: `must be on or off (${what})` }).transform((value) => value === 'on')

/** A URL with one of the given protocols; with `origin`, nothing may follow the host. */
function url(protocols: readonly string[], { origin = false } = {}) {
  const requirement = `must be a URL that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`
  return z.string().transform((value, context) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    const isValid = parsed !== undefined && protocols.includes(parsed.protocol.slice(0, -1)) && parsed.host !== ''
    if (!isValid) context.addIssue({ code: 'custom', message: requirement })
    else if (origin && `${parsed.pathname}${parsed.search}${parsed.hash}` !== '/') {
      context.addIssue({ code: 'custom', message: 'must have nothing after the host: the pool is served at the root' })
    } else if (origin) return parsed.origin
    return value.replace(/\/+$/, '')
  })
}

/** A PostgreSQL URL. Not parsed with `URL`, since its host may be empty (a Unix socket) or a list. */
const databaseUrl = z.string().regex(/^postgres(?:ql)?:\/\/\S+$/, 'must be a URL that starts with postgres:// or postgresql://')

const secret = z
  .string()
  .refine((value) => Buffer.byteLength(value) >= MIN_SECRET_BYTES, `must be at least ${MIN_SECRET_BYTES} bytes long`)
  .refine((value) => new Set(value).size >= MIN_DISTINCT, 'must be random: try the output of `openssl rand -base64 48`')

const line = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line')

const TRUST_PROXY = 'must be off, on (one proxy), the number of proxies, or their addresses separated by commas'
const MAIL_FROM =
  'must be an address like pool@club.example or Club <pool@club.example>, without dots or hyphens at the ends of its parts'
const trustProxy = z.string().transform((value, context): false | number | readonly string[] => {
  if (value === 'off') return false
  if (value === 'on') return 1
  if (/^[1-9]$/.test(value)) return Number(value)
  const addresses = value.split(',').map((part) => part.trim())
  if (addresses.every(isProxyAddress)) return addresses
  context.addIssue({ code: 'custom', message: TRUST_PROXY })
  return false
})

function isProxyAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits, ...rest] = value.split('/')
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (maxBits === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
}

const PORT = 'must be a port number from 0 to 65535 (0: any free port)'

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const INTERVAL = 'must be a time from 1m to 365d, in minutes, hours or days: 30m, 6h or 1d'
const interval = z.string().transform((value, context) => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? []
  const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
  if (ms >= UNIT_MS.m && ms <= 365 * UNIT_MS.d) return ms
  context.addIssue({ code: 'custom', message: INTERVAL })
  return z.NEVER
})

/** Each variable with its schema and default, in the order of the documentation. A blank value counts as unset. */
const VARIABLES = {
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT)
    .transform(Number)
    .refine((port) => port <= 65_535, PORT)
    .default(8080),
  HOST: line(255)
    .regex(/^[^\s/:]+$|^[0-9a-fA-F:.]+$/, 'must be an address or a host name, without a port')
    .default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  OUTLAST_DATA: line(4096).default('.outlast'),
  JWT_SECRET: secret.optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url, without padding')
    .optional(),
  PUBLIC_URL: url(['http', 'https'], { origin: true }).optional(),
  CLUB_NAME: line(80).default('Outlast'),
  ADMIN_EMAIL: z
    .string()
    .check((context) => {
      const problem = email.safeParse(context.value).error?.issues[0]?.message
      if (problem !== undefined)
        context.issues.push({ code: 'custom', message: `must be an e-mail address. ${problem}`, input: context.value })
    })
    .optional(),
  SMTP_URL: url(['smtp', 'smtps']).optional(),
  MAIL_FROM: line(320)
    .regex(/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, MAIL_FROM)
    .refine((value) => emailProblem((/<(.*)>$/.exec(value)?.[1] ?? value).normalize('NFKC')) === undefined, MAIL_FROM)
    .optional(),
  ESPN_BASE_URL: url(['http', 'https']).default('https://site.api.espn.com'),
  AUTO_SYNC: onOff('automatic sync of games').default(true),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  RATE_LIMITS: onOff('rate limits').default(true),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,512}$/, 'must have at least 16 characters, without spaces')
    .optional(),
  BACKUP_DIR: line(4096).optional(),
  BACKUP_EVERY: interval.default(UNIT_MS.d),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999')
    .transform(Number)
    .default(14),
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('development'),
}

/** The names of all variables. */
export const CONFIG_VARIABLES = Object.keys(VARIABLES)
/** Those that may be in a file instead, which `<name>_FILE` names: a secret of Docker, Kubernetes or systemd. */
export const IN_FILES = ['DATABASE_URL', 'JWT_SECRET', 'VAPID_PRIVATE_KEY', 'SMTP_URL', 'METRICS_TOKEN'] as const

const environment = z.object(VARIABLES)
type Values = z.output<typeof environment>

/**
 * Parses the configuration from an environment.
 *
 * @throws ConfigError with every invalid variable and its requirement, but without values, which may be secrets
 */
export function loadConfig(env: Environment): Config {
  const given = Object.fromEntries(CONFIG_VARIABLES.map((name) => [name, env[name]?.trim() || undefined]))
  const { values, problems: ofFiles } = withFiles(given, env)
  const result = environment.safeParse(values)
  const problems = [...ofFiles, ...(result.success ? problemsBetween(result.data) : problemsOf(result.error))]
  if (!result.success || problems.length > 0) throw new ConfigError(problems)
  return configOf(result.data)
}

/** Adds the secrets that are in files, and says which of the files cannot be used. */
function withFiles(given: Environment, env: Environment): { readonly values: Environment; readonly problems: readonly string[] } {
  const values: Record<string, string | undefined> = { ...given }
  const problems: string[] = []
  for (const name of IN_FILES) {
    const file = env[`${name}_FILE`]?.trim() ?? ''
    if (file === '') continue
    if (given[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: set one of them`)
    else {
      values[name] = readSecret(file)
      if (values[name] === undefined) problems.push(`${name}_FILE must name a file that the pool can read and that is not empty`)
    }
  }
  return { values, problems }
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Parses this process's environment. The linter allows reading it only in this file. */
export function readConfig(): Config {
  return loadConfig(process.env)
}

/** Reads only the locations of the database and of backups, because CLI commands need no secrets. */
export function readDatabaseConfig(): Pick<Config, 'databaseUrl' | 'dataDir' | 'backups'> {
  const { DATABASE_URL, DATABASE_URL_FILE, OUTLAST_DATA, BACKUP_DIR, BACKUP_KEEP } = process.env
  return loadConfig({ DATABASE_URL, DATABASE_URL_FILE, OUTLAST_DATA, BACKUP_DIR, BACKUP_KEEP })
}

/** Returns problems that involve several variables. */
function problemsBetween(values: Values): readonly string[] {
  const problems: string[] = []
  if (values.NODE_ENV === 'production' && values.DATABASE_URL !== undefined && values.JWT_SECRET === undefined) {
    problems.push(
      `JWT_SECRET must be set, with at least ${MIN_SECRET_BYTES} bytes: every process on a shared database needs the same one`,
    )
  }
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM must be set together with SMTP_URL: it is the sender of all mails')
  }
  return problems
}

function problemsOf(error: z.ZodError): readonly string[] {
  const first = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const name = String(path[0])
    if (!first.has(name)) first.set(name, `${name} ${message}`)
  }
  return [...first.values()]
}

function configOf(values: Values): Config {
  const dataDir = resolve(values.OUTLAST_DATA)
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    dataDir,
    jwtSecret: values.JWT_SECRET,
    vapidPrivateKey: values.VAPID_PRIVATE_KEY,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    publicUrlIsDefault: values.PUBLIC_URL === undefined,
    clubName: values.CLUB_NAME,
    adminEmail: values.ADMIN_EMAIL,
    mail: mailOf(values, dataDir),
    espnBaseUrl: values.ESPN_BASE_URL,
    autoSync: values.AUTO_SYNC,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    rateLimits: values.RATE_LIMITS,
    metricsToken: values.METRICS_TOKEN,
    backups: backupsOf(values),
    passwordCost: 12,
  }
}

function backupsOf({ BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP }: Values): BackupSchedule | undefined {
  if (BACKUP_DIR === undefined) return undefined
  return { folder: resolve(BACKUP_DIR), everyMs: BACKUP_EVERY, keep: BACKUP_KEEP }
}

function mailOf({ SMTP_URL, MAIL_FROM }: Values, dataDir: string): MailConfig {
  if (SMTP_URL !== undefined && MAIL_FROM !== undefined) return { kind: 'smtp', url: SMTP_URL, from: MAIL_FROM }
  return { kind: 'files', folder: resolve(dataDir, 'mail'), from: MAIL_FROM ?? 'Outlast <pool@localhost>' }
}

/** Returns the program of npm that npm itself, or the launcher of a release, names. It is not a setting of the pool. */
export const readNpmProgram = (): string | undefined => process.env['npm_execpath']

/**
 * Returns what systemd tells a service of `Type=notify`: after how many milliseconds without a sign of life it restarts the service, if it
 * watches it. Undefined without systemd. It is not a setting of the pool.
 */
export function readServiceManager(): { readonly watchdogMs: number | undefined } | undefined {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
  if (NOTIFY_SOCKET === undefined) return undefined
  return { watchdogMs: WATCHDOG_USEC === undefined ? undefined : Number(WATCHDOG_USEC) / 1000 }
}
