import type { AddressInfo } from 'node:net'
import {
  emptyPool,
  type Instant,
  instantFromMs,
  type PoolState,
  runCommand,
  type CommandEnvelope,
  userId,
  type UserId,
} from '@outlast/domain'
import { pino } from 'pino'
import { Tokens } from '../../src/accounts/tokens.ts'
import { createApp, type AppOptions } from '../../src/http/app.ts'
import { lockGuard } from '../../src/http/lock-guard.ts'
import { originCheck } from '../../src/http/allowed-origins.ts'
import { createHttpServer, type HttpServer } from '../../src/http/http-server.ts'
import { PublicAnswers } from '../../src/http/public-answers.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import type { PageOptions } from '../../src/pages/pages.ts'
import { webFiles } from '../../src/pages/web-files.ts'
import { isLockDue } from '../../src/jobs/lock-timer.ts'
import { nodeHashing } from '../../src/log/hashing.ts'
import type { CommandQueue } from '../../src/commands/queue.ts'

export const SECRET = 'the secret of tests, thirty-two bytes and more'

/** The HTTP app on an in-memory state, without a database or a log. */
export interface TinyApp {
  readonly url: string
  readonly port: number
  readonly http: HttpServer
  readonly pool: PoolState
  readonly tokens: Tokens
  readonly responses: ResponseCache
  /** The parsed log lines. */
  readonly lines: Record<string, unknown>[]
  readonly breaches: Error[]
  /** The submitted commands in order. */
  readonly sent: CommandEnvelope[]
  /** Advances the clock. */
  setTime(time: string): void
  /** Adds an account and returns a token for it. */
  addUser(id: number, isAdmin?: boolean): string
  close(): Promise<void>
}

export interface TinyAppOptions extends Partial<AppOptions> {
  readonly webFolder?: string
  /** Reads the content of the app's pages. */
  readonly content?: PageOptions['content']
  /** The source of the response cache's views. */
  readonly views?: ConstructorParameters<typeof ResponseCache>[0]
}

const NO_VIEWS = { versionOf: () => 0, view: () => Promise.resolve(undefined), query: () => Promise.resolve(undefined) }

/** An answer to the doctor without a check. */
export const NO_CHECKS = { checks: () => Promise.resolve({ checks: [], settings: {} }), checksToken: 'a-token-for-checks' }

export async function startTinyApp({ webFolder, views, content, ...overrides }: TinyAppOptions = {}): Promise<TinyApp> {
  let now: Instant = instantFromMs(Date.parse('2025-09-07T15:00:00Z'))
  const pool = emptyPool()
  const lines: Record<string, unknown>[] = []
  const breaches: Error[] = []
  const sent: CommandEnvelope[] = []
  const queue: Pick<CommandQueue, 'submit'> = {
    submit: async ({ envelope, toResponse }) => {
      const command = typeof envelope === 'function' ? await envelope(undefined as never) : envelope
      sent.push(command as unknown as CommandEnvelope)
      const { outcome } = runCommand(pool, command, now, nodeHashing)
      if (!outcome.ok) return outcome
      const eventAt = () => Promise.resolve(undefined)
      return { ok: true, response: await toResponse({ reply: outcome.reply, events: [], pool, eventAt }) }
    },
  }
  const tokens = new Tokens({ secret: SECRET, now: () => now })
  const responses = new ResponseCache(views ?? NO_VIEWS)
  // Handlers of tests return other responses without an event, so nothing is kept.
  let reads = 0
  const nextRead = () => (reads += 1)
  const answers = new PublicAnswers({ logPosition: nextRead, revealedVersion: nextRead, headsVersion: nextRead, limits: false })
  let port = 0
  const app = createApp({
    handlers: {},
    queue,
    authenticate: (token) => tokens.authenticate(token, pool),
    readBarrier: () => undefined,
    recordDueLocks: lockGuard({ pool: () => pool, now: () => now, queue }),
    responses,
    isLockDue: () => isLockDue(pool, now),
    logPosition: () => 0,
    catchUp: () => Promise.resolve(),
    guard: (operation) => operation,
    isDiskFull: () => false,
    noteFailure: () => {},
    writeLimit: () => undefined,
    programLimit: () => undefined,
    recordProgramUse: () => undefined,
    costlyReadLimit: () => undefined,
    answers,
    isAllowedOrigin: originCheck({ publicUrl: 'http://localhost:8080', publicUrlIsDefault: true, port: () => port }),
    now: () => now,
    secret: SECRET,
    newNonce: () => 'ab'.repeat(32),
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
    onBreach: (breach) => void breaches.push(breach),
    service: {
      readiness: () => Promise.resolve({ database: true }),
      metrics: () => Promise.resolve({ contentType: 'text/plain', text: 'up 1\n' }),
      metricsToken: undefined,
      ...NO_CHECKS,
    },
    security: { publicUrl: 'http://localhost:8080' },
    trustProxy: false,
    production: false,
    web: await webFiles(webFolder ?? '/nonexistent', {
      club: () => ({ name: pool.club.name ?? 'Club & <Co>', crest: pool.club.crest }),
      findAsset: () => Promise.resolve(undefined),
      answers,
      contentKey: () => (content === undefined ? undefined : ''),
      readBarrier: () => undefined,
      content: content ?? (() => Promise.resolve(undefined)),
      publicUrl: 'http://localhost:8080',
    }),
    ...overrides,
  })
  const http = createHttpServer(app.listener, { limitPerAddress: true, limitPipelining: true })
  const address: AddressInfo = await http.listen(0, '127.0.0.1')
  port = address.port
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    http,
    pool,
    tokens,
    responses,
    lines,
    breaches,
    sent,
    setTime: (time) => {
      now = instantFromMs(Date.parse(time))
    },
    addUser: (id, isAdmin = false) => {
      const user: UserId = userId(id)
      pool.users.set(user, {
        id: user,
        isAdmin,
        createdAt: now,
        tokenVersion: 1,
        loginsSince: now,
        passwordChosenByAdmin: false,
        isWaiting: false,
        formerNamePositions: [],
      })
      pool.lastIds.user = Math.max(pool.lastIds.user, id)
      return tokens.sign(user, 1)
    },
    close: () => http.close(1_000),
  }
}
