import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

interface FetchEvent {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string }
  readonly respondWith: (answer: Promise<unknown>) => void
}

const ORIGIN = 'https://pool.example'
const listeners = new Map<string, (event: FetchEvent) => void>()
const self = {
  location: { origin: ORIGIN },
  addEventListener: (type: string, listener: (event: FetchEvent) => void) => listeners.set(type, listener),
}
type Ask = (request: unknown, init: { readonly signal: AbortSignal }) => Promise<Response>
const offline: Ask = () => Promise.reject(new TypeError('offline'))
const silent: Ask = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

let ask: Ask
let isKept: (path: string) => boolean
beforeEach(() => {
  vi.useFakeTimers()
  ask = offline
  isKept = () => true
})
afterEach(() => void vi.useRealTimers())

const worker = {
  self,
  URL,
  AbortController,
  Response,
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
  fetch: (...[request, init]: Parameters<Ask>) => ask(request, init),
  caches: { open: async () => ({ match: async (path: string) => (isKept(path) ? `kept ${path}` : undefined) }) },
}
const SOURCE = readFileSync(join(import.meta.dirname, '../public/service-worker.js'), 'utf8')
runInNewContext(SOURCE, worker)

async function open(path: string, { method = 'GET', mode = 'navigate' } = {}): Promise<unknown> {
  let answered: Promise<unknown> | undefined
  const respondWith = (answer: Promise<unknown>): void => {
    answered = answer
  }
  listeners.get('fetch')?.({ request: { url: `${ORIGIN}${path}`, method, mode }, respondWith })
  return answered
}

test.each([
  ['/', 'kept /'],
  ['/reveal/7', 'kept /'],
  ['/helpers', 'kept /'],
  // The browser says itself that it is offline.
  ['/help/rules.html', undefined],
  ['/api/weeks', undefined],
])('without a connection, %s shows %s', async (path, shown) => {
  expect(await open(path)).toBe(shown)
})

test('without a connection, the files of the app come from what is kept, and nothing else', async () => {
  expect(await open('/assets/index.js', { mode: 'cors' })).toBe('kept /assets/index.js')
  expect(await open('/reveal/7', { mode: 'cors' })).toBeUndefined()
  expect(await open('/', { method: 'POST' })).toBeUndefined()
})

test('a server that does not answer counts as none after ten seconds, also within its answer', async () => {
  const whole = new Promise<void>(() => {})
  const stopped: Ask = (_, { signal }) => {
    const body = new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      pull: () => whole,
    })
    return Promise.resolve(new Response(body))
  }
  for (const answer of [silent, stopped]) {
    ask = answer
    let shown: unknown
    void open('/reveal/7').then((response) => (shown = response))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(shown).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(shown).toBe('kept /'))
  }
})

test('a file that is not kept gets a minute, and then fails', async () => {
  ask = silent
  isKept = () => false
  let shown: unknown
  void open('/assets/index.js', { mode: 'cors' }).then((response) => (shown = response))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(shown).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toMatchObject({ type: 'error' })
})

test('the server’s answer is shown with its headers while it comes in time, and a redirect as it is', async () => {
  ask = () => Promise.resolve(new Response('page', { headers: { 'X-From': 'server' } }))
  const shown = await open('/')
  if (!(shown instanceof Response)) throw new Error('no response')
  expect([await shown.text(), shown.headers.get('X-From')]).toEqual(['page', 'server'])
  const redirect = new Response(null, { status: 302 })
  ask = () => Promise.resolve(redirect)
  expect(await open('/')).toBe(redirect)
})

test('the worker makes all its requests by the one function that limits them', () => {
  expect(SOURCE.match(/\bfetch\(|\.add(?:All)?\(/g)).toEqual(['fetch('])
})
