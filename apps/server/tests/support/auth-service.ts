import { type Instant, instantFromMs, type UserId } from '@outlast/domain'
import { authenticator } from '../../src/accounts/authenticate.ts'
import { Challenges } from '../../src/accounts/challenges.ts'
import { DeviceUse } from '../../src/accounts/devices.ts'
import { RateLimits } from '../../src/limits/rate-limits.ts'
import { Passwords } from '../../src/accounts/passwords.ts'
import { NewcomerRecorder } from '../../src/accounts/newcomers.ts'
import { Tokens } from '../../src/accounts/tokens.ts'
import { WebAuthn } from '../../src/accounts/web-authn.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { Tables } from '../../src/database/tables.ts'
import { newNonce } from '../../src/commands/nonce.ts'
import { lockGuard } from '../../src/http/lock-guard.ts'
import { accountLinkRoutes } from '../../src/api/account-links.ts'
import { accountRoutes } from '../../src/api/account.ts'
import { adminJoiningRoutes } from '../../src/api/admin-joining.ts'
import { importRoutes } from '../../src/api/import-members.ts'
import { adminPeopleRoutes } from '../../src/api/admin-people.ts'
import { authRoutes } from '../../src/api/auth.ts'
import { passwordResetRoutes } from '../../src/api/password-reset.ts'
import { passkeyRoutes } from '../../src/api/passkeys.ts'
import { sessionRoutes } from '../../src/api/sessions.ts'
import { signInLinkRoutes } from '../../src/api/sign-in-links.ts'
import { openLog } from './log.ts'
import { SECRET, startTinyApp } from './tiny-app.ts'

export interface AuthServiceOptions {
  readonly adminEmail?: string
  readonly production?: boolean
  readonly limits?: boolean
  readonly rejectCommon?: boolean
  /** Where rate limits are counted, if not in the same database. */
  readonly countersAt?: string
  /** The clock of passkey challenges. */
  readonly now?: () => Instant
  /** The clock of tokens. */
  readonly tokensNow?: () => Instant
}

/** The fields of a response that these tests use. */
interface ResponseBody {
  readonly token: string
  readonly code: string
  readonly [field: string]: unknown
}

/** Starts the account routes of one process on a real log and database. Client addresses come from `X-Forwarded-For`. */
export async function startAuthService(connectionString: string, options: AuthServiceOptions = {}) {
  const log = await openLog(connectionString)
  const { db, follower, queue } = log
  const now = () => instantFromMs(Date.now())
  const tokens = new Tokens({ secret: SECRET, now: options.tokensNow ?? now })
  const passwords = new Passwords({ cost: 4, rejectCommon: options.rejectCommon ?? false, threads: 0, maxWaitingPerAddress: 200 })
  const counters = openDatabase<Tables>({ connectionString: options.countersAt ?? connectionString, max: 2, onError: () => {} })
  const limits = new RateLimits({ pool: counters.pool, secret: SECRET, enabled: options.limits ?? false })
  const catchUp = () => follower.catchUp(db)
  const session = { db, tokens, follower, catchUp, passwords, limits }
  const links = { publicUrl: 'http://pool.example', clubName: () => 'Club' }
  let mailsWoken = 0
  const wakeMail = (): void => void (mailsWoken += 1)
  const { adminEmail } = options
  const admin = { adminEmail, production: options.production ?? false }
  const deviceUse = new DeviceUse(db, { warn: () => {} })
  const webAuthn = new WebAuthn({
    links,
    challenges: new Challenges({ secret: SECRET, now: options.now ?? now }),
    isAllowedOrigin: (origin) => origin === links.publicUrl,
  })
  const app = await startTinyApp({
    handlers: {
      ...authRoutes({ ...session, newcomers: new NewcomerRecorder(SECRET), admin, secret: SECRET, links, onMail: wakeMail }),
      ...accountLinkRoutes({ limits, adminEmail }),
      ...accountRoutes(session),
      ...sessionRoutes({ ...session, deviceUse }),
      ...signInLinkRoutes({ ...session, links, adminEmail, onMail: wakeMail }),
      ...passkeyRoutes({ ...session, links, webAuthn, onMail: wakeMail }),
      ...passwordResetRoutes({ ...session, ...links, adminEmail, wakeMail }),
      ...adminJoiningRoutes({ db, pool: () => follower.pool, links, onMail: wakeMail }),
      ...importRoutes({ db, pool: () => follower.pool, links, onMail: wakeMail }),
      ...adminPeopleRoutes({ db, pool: () => follower.pool, passwords, limits, links, onMail: wakeMail }),
    },
    queue,
    authenticate: authenticator({ tokens, follower, catchUp }),
    noteUse: (login, userAgent) => deviceUse.note(login, userAgent),
    recordDueLocks: lockGuard({ pool: () => follower.pool, now, queue }),
    logPosition: () => follower.position,
    catchUp,
    now,
    newNonce,
    trustProxy: 1,
    production: false,
  })

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(app.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as ResponseBody,
    }
  }

  return {
    app,
    db,
    follower,
    queue,
    session,
    call,
    /** Sends a request with a token. */
    as:
      (token: string) =>
      (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
        call(method, path, body, { authorization: `Bearer ${token}`, ...headers }),
    submit: log.submit,
    mailsWoken: () => mailsWoken,
    tokenVersionOf: (id: number) => follower.pool.users.get(id as UserId)?.tokenVersion,
    /** Throws if a response did not match the contract. */
    async close() {
      const [breach] = app.breaches
      await app.close()
      await passwords.close()
      await log.close()
      await counters.close()
      if (breach !== undefined) throw breach
    },
  }
}

export type AuthService = Awaited<ReturnType<typeof startAuthService>>
