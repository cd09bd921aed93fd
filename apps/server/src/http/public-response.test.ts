import { ALL_ROUTES } from '@outlast/contract/routes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'
import { HttpError } from '../lib/http-error.ts'
import type { Handlers } from './handler.ts'
import { PublicAnswers } from './public-answers.ts'

/** Routes for operators, which are handled without the contract's handlers. */
const SERVICE_ROUTES: ReadonlySet<string> = new Set(['health', 'readiness', 'metrics', 'checks'])
/** Routes whose responses depend on the time or on a secret in the address. */
const UNSHARED: ReadonlySet<string> = new Set(['getSiteTime', 'getCalendar'])

const PARAMETERS: Readonly<Record<string, string>> = {
  id: '1000001',
  topic: 'pool',
  position: '1',
  token: 'x'.repeat(43),
  crest: '0'.repeat(64),
  kind: 'week',
}

const PUBLIC_READS = ALL_ROUTES.filter(
  ({ id, method, access }) => method === 'GET' && access === 'public' && !SERVICE_ROUTES.has(id),
)

function addressOf(path: string): string {
  const size = path.startsWith('/og/') ? '1200x630' : '64'
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === 'size' ? size : (PARAMETERS[name] ?? '')))
  return path === '/api/audit/hashes' ? `${address}?from=0&to=1` : address
}

/** Routes whose responses depend only on what everybody knows about seasons and locked weeks. */
const REVEALED: ReadonlySet<string> = new Set(['pickReceipt', 'getHallOfFame', 'getCard'])
/** The route whose response depends on the heads that the server signed alone. */
const HEADS = 'auditHeads'

const log = { position: 1, revealed: 1, heads: 1 }
const calls = new Map<string, number>()
let app: TinyApp

beforeEach(async () => {
  Object.assign(log, { position: 1, revealed: 1, heads: 1 })
  calls.clear()
  app = await openApp({})
})
afterEach(() => app.close())

/** Starts a server whose public reads count their calls. */
function openApp(others: Readonly<Record<string, () => never>>): Promise<TinyApp> {
  const respond = (id: string) => () => {
    calls.set(id, (calls.get(id) ?? 0) + 1)
    return { status: 200, body: { id } }
  }
  // The handlers return no bodies of the contract, because only how often they are called matters here.
  const handlers = { ...Object.fromEntries(PUBLIC_READS.map(({ id }) => [id, respond(id)])), ...others } as Partial<Handlers>
  const answers = new PublicAnswers({
    logPosition: () => log.position,
    revealedVersion: () => log.revealed,
    headsVersion: () => log.heads,
    limits: true,
    // Some answers would be computed again when a second ends during a test.
    now: () => 0,
  })
  return startTinyApp({ handlers, answers, onBreach: undefined })
}

describe('publicResponse', () => {
  it.each(PUBLIC_READS.map(({ id, path }) => [path, id] as const))('computes %s once for all visitors', async (path, id) => {
    const read = async () => {
      const response = await fetch(`${app.url}${addressOf(path)}`)
      expect([response.status, await response.json()]).toEqual([200, { id }])
    }
    await Promise.all([read(), read(), read()])
    await read()
    expect(calls.get(id)).toBe(UNSHARED.has(id) ? 4 : 1)
  })

  // An entry's history names the admin who changed a pick, whose account may have no entry and so change no topic.
  it('computes again after any event what may show more than seasons and locked weeks', async () => {
    const paths = PUBLIC_READS.filter(({ id }) => !UNSHARED.has(id))
    const read = () => Promise.all(paths.map(({ path }) => fetch(`${app.url}${addressOf(path)}`)))
    await read()
    log.position = 2
    await read()
    expect(new Set(paths.filter(({ id }) => calls.get(id) === 1).map(({ id }) => id))).toEqual(new Set([...REVEALED, HEADS]))
    log.heads = 2
    await read()
    expect(calls.get(HEADS)).toBe(2)
    log.revealed = 2
    await read()
    for (const id of REVEALED) expect([id, calls.get(id)]).toEqual([id, 2])
  })

  it('computes a response again after an event, and for a member each time', async () => {
    const read = (headers = {}) => fetch(`${app.url}/api/weeks`, { headers })
    await read()
    log.position = 2
    await read()
    expect(calls.get('listWeeks')).toBe(2)
    const authorization = `Bearer ${app.addUser(1)}`
    await read({ authorization })
    await read({ authorization })
    expect(calls.get('listWeeks')).toBe(4)
  })

  it.each([
    ['a refusal once', 'pot_hidden', 404, 1],
    ['again what failed for another reason', 'unavailable', 503, 2],
  ] as const)('computes %s', async (_what, code, status, times) => {
    let computed = 0
    await app.close()
    app = await openApp({
      getPot: () => {
        computed += 1
        throw new HttpError(code)
      },
    })
    const read = () => fetch(`${app.url}/api/pot`)
    for (const response of [await read(), await read()]) expect(response.status).toBe(status)
    expect(computed).toBe(times)
  })

  it('does not let an invented query ask for the same response again', async () => {
    await fetch(`${app.url}/api/teams?n=1`)
    await fetch(`${app.url}/api/teams?n=2`)
    expect(calls.get('listTeams')).toBe(1)
  })
})
