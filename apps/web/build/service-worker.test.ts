import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

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
const offline = {
  self,
  URL,
  fetch: () => Promise.reject(new TypeError('offline')),
  caches: { open: async () => ({ match: async (path: string) => `kept ${path}` }) },
}
runInNewContext(readFileSync(join(import.meta.dirname, '../public/service-worker.js'), 'utf8'), offline)

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
