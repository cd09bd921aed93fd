import { connect } from 'node:net'
import { ERRORS } from '@outlast/contract/errors'
import { ALL_ROUTES, routeOf } from '@outlast/contract/routes'
import { badRequests, type BadRequest, STATES } from '@outlast/testing/bad-input/requests'
import { findFaults } from '@outlast/testing/bad-input/find-faults'
import { fillPlaceholders, type BadInputPool, startBadInputPool } from '@outlast/testing/bad-input/pools'
import { sendRaw } from '@outlast/testing/bad-input/send'
import { NASTY_JSON } from '@outlast/testing/bad-input/values'
import fc from 'fast-check'
import { io, type Socket } from 'socket.io-client'
import { type Check, info, isAtLeast, isEmpty, type Scenario } from '../support/scenario.ts'

/** Requests between two repairs of the pool: accounts and weeks that requests have deleted are created again. */
const REPAIR_EVERY = 280
/** Requests in progress for each state of the pool. */
const AT_ONCE = 8
/** One of this many requests is not HTTP any more, and one is a live message. */
const RAW_EVERY = 20
const SENDERS = ['visitor', 'member', 'admin'] as const

interface FuzzSizes {
  readonly requests: number
  readonly seed: number
  readonly [size: string]: number
}

interface Findings {
  readonly statuses: Map<string, number>
  readonly faults: string[]
  readonly routes: Set<string>
}

/** Sends generated requests to every route, as a visitor, a member and an admin, before the lock, after it and without weeks. */
export const fuzz: Scenario<FuzzSizes> = {
  name: 'fuzz',
  about: 'generated requests to every route as visitor, member and admin, broken HTTP and live messages',
  sizes: { requests: 100_000, seed: 20_261_122 },
  short: { requests: 900, seed: 1 },
  async run({ createDatabase, progress }, { requests, seed }) {
    const findings: Findings = { statuses: new Map(), faults: [], routes: new Set() }
    const pools = await Promise.all(STATES.map(async (state) => startBadInputPool(state, await createDatabase())))
    try {
      const perState = Math.ceil(requests / STATES.length)
      await Promise.all(pools.map((pool, n) => fuzzPool(pool, perState, seed + n, findings, progress)))
      const alive = await Promise.all(pools.map(async ({ pool }) => (await fetch(`${pool.url}/readyz`)).status))
      const breaches = pools.flatMap(({ pool }) => pool.breaches.map((breach) => breach.message))
      const sent = [...findings.statuses.values()].reduce((sum, count) => sum + count, 0)
      return {
        title: `${sent} generated requests`,
        checks: [
          ...SENDERS.map((sender) => describeStatuses(sender, findings)),
          describeStatuses('broken HTTP', findings),
          describeStatuses('live messages', findings),
          isAtLeast('requests', requests, sent),
          isAtLeast('routes', ALL_ROUTES.length, findings.routes.size),
          isEmpty('responses with a 5xx, internal names or another fault', findings.faults),
          isEmpty('responses that break the contract', breaches),
          isEmpty(
            'servers that are not ready afterwards',
            alive.filter((status) => status !== 200),
          ),
        ],
        notes: [`The seed is ${seed}. The 502 of a sync is allowed, because the feed of this scenario has no games.`],
      }
    } finally {
      await Promise.all(pools.map((pool) => pool.stop()))
    }
  },
}

function describeStatuses(sender: string, { statuses }: Findings): Check {
  const own = [...statuses].filter(([key]) => key.startsWith(`${sender}: `)).toSorted(([a], [b]) => a.localeCompare(b))
  return info(`${sender}: responses`, own.map(([key, count]) => `${count} × ${key.slice(sender.length + 2)}`).join(', '))
}

async function fuzzPool(
  pool: BadInputPool,
  count: number,
  seed: number,
  findings: Findings,
  progress: (text: string) => void,
): Promise<void> {
  const record = (sender: string, result: string | number): void => {
    const key = `${sender}: ${result}`
    findings.statuses.set(key, (findings.statuses.get(key) ?? 0) + 1)
  }
  const state = pool.state
  for (let sent = 0; sent < count; sent += REPAIR_EVERY) {
    const requests = sample(Math.min(REPAIR_EVERY, count - sent), seed + sent, state)
    const next = requests.entries()
    const worker = async (): Promise<void> => {
      for (const [n, { id, request }] of next) {
        findings.routes.add(id)
        if (n % RAW_EVERY === 1) record('broken HTTP', await sendBroken(pool, request, seed + sent + n, findings))
        else if (n % RAW_EVERY === 2) record('live messages', await sendLive(pool, request, seed + sent + n, findings))
        else record(request.sender, await sendOne(pool, id, request, findings))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    await pool.repair()
    if (sent % (REPAIR_EVERY * 20) === 0) progress(`${state}: ${sent} of ${count}`)
  }
}

type RouteName = Parameters<typeof routeOf>[0]

/** Routes after which the tokens or entries of other requests may be gone. They come last before a repair. */
const DESTRUCTIVE: ReadonlySet<string> = new Set<RouteName>([
  'changePassword',
  'signOutEverywhere',
  'endSession',
  'endOtherSessions',
  'submitPasswordReset',
  'deleteEntry',
  'adminDeleteEntry',
  'adminUpdateUser',
  'adminDeleteUser',
  'purgeUsersAndEntries',
  'purgeWeeks',
  'deleteWeek',
])

/** Generates requests to all routes in turn. */
function sample(count: number, seed: number, state: BadRequest['state']) {
  const perRoute = Math.ceil(count / ALL_ROUTES.length)
  const groups = ALL_ROUTES.map(({ id }, index) =>
    fc.sample(badRequests(routeOf(id)), { seed: seed * ALL_ROUTES.length + index, numRuns: perRoute }).map((request) => ({
      id,
      request: { ...request, state },
    })),
  )
  const rounds = Array.from({ length: perRoute }, (_, n) => groups.flatMap((group) => group[n] ?? []))
  const all = rounds.flat().slice(0, count)
  return [...all.filter(({ id }) => !DESTRUCTIVE.has(id)), ...all.filter(({ id }) => DESTRUCTIVE.has(id))]
}

/** One of the values that are tried as the id of a week is the address of another route. */
function handlingRoute(id: RouteName, path: string): RouteName {
  return id === 'weekReveal' && /^\/api\/reveal\/current(?:\?|$)/.test(path) ? 'currentReveal' : id
}

async function sendOne(pool: BadInputPool, id: RouteName, request: BadRequest, { faults }: Findings): Promise<string | number> {
  try {
    const response = await sendRaw(pool.pool.url, fillPlaceholders(pool, request))
    for (const fault of findFaults(routeOf(handlingRoute(id, request.path)), response)) {
      faults.push(
        `${id} as ${request.sender} (${request.state}): ${fault}; ${request.path.slice(0, 80)} ${request.body?.slice(0, 120) ?? ''}`,
      )
    }
    return response.status
  } catch (error) {
    faults.push(`${id}: no response (${String(error)})`)
    return 'no response'
  }
}

/** Sends a request as bytes, some of which are replaced, left out or repeated. */
async function sendBroken(pool: BadInputPool, request: BadRequest, seed: number, { faults }: Findings): Promise<string> {
  const { method, path, body = '' } = fillPlaceholders(pool, request)
  const text = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  const bytes = Buffer.from(text)
  const edits = fc.array(fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255), drop: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  const broken = [...bytes]
  for (const { at, byte, drop } of fc.sample(edits, { seed, numRuns: 1 })[0] ?? [])
    broken.splice(Math.min(at, broken.length - 1), 1, ...(drop ? [] : [byte]))
  const response = await exchange(Number(new URL(pool.pool.url).port), Buffer.from(broken))
  const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status)
  const failed = statuses.filter(
    (status) => status.startsWith('5') && !(status === '502' && path.includes('sync')) && status !== '505',
  )
  if (failed.length > 0)
    faults.push(`broken HTTP got ${failed.join()}: ${JSON.stringify(Buffer.from(broken).toString('latin1')).slice(0, 300)}`)
  return statuses[0] ?? 'closed'
}

function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

async function sendLive(pool: BadInputPool, { sender }: BadRequest, seed: number, { faults }: Findings): Promise<string> {
  const token = pool.tokenOf(sender)
  const socket: Socket = io(pool.pool.url, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
  try {
    const message = fc.record({
      event: fc.constantFrom('join', 'leave', 'auth', '', '__proto__', 'changes'),
      payload: fc.oneof(
        fc.constantFrom(...NASTY_JSON).map((text): unknown => JSON.parse(text)),
        fc.record({
          topic: fc.constantFrom<unknown>('pool', 'admin', 'user:1', 'week:1', 'week:999999', '__proto__', null, 7, ['pool']),
          have: fc.integer(),
        }),
      ),
    })
    const [sent] = fc.sample(message, { seed, numRuns: 1 })
    const answer = (await socket.timeout(10_000).emitWithAck(sent?.event ?? 'join', sent?.payload)) as {
      readonly ok: boolean
      readonly code?: string
    }
    const code = answer.ok ? 'ok' : (answer.code ?? '')
    if (code === 'internal' || (!answer.ok && !(code in ERRORS)))
      faults.push(`live message got ${code}: ${JSON.stringify(sent).slice(0, 200)}`)
    return code
  } catch {
    // A message above the size limit ends the connection.
    return 'disconnected'
  } finally {
    socket.disconnect()
  }
}
