import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../async.ts'
import { type NetworkLink, startNetworkLink } from './network-link.ts'

let link: NetworkLink
let seen: string[]
const server = createServer((request, response) => {
  seen.push(request.url ?? '')
  response.end('answer')
})

beforeEach(async () => {
  seen = []
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  link = await startNetworkLink()
  link.forwardTo((server.address() as AddressInfo).port)
})
afterEach(async () => {
  await link.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Asks on a connection of its own. */
function ask(path: string): { readonly answer: Promise<string>; readonly hasEnded: () => boolean; readonly abort: () => void } {
  const controller = new AbortController()
  let isOver = false
  const answer = fetch(`http://127.0.0.1:${link.port}${path}`, { signal: controller.signal, headers: { Connection: 'close' } })
    .then((response) => response.text())
    .catch(() => 'failed')
    .finally(() => (isOver = true))
  return { answer, hasEnded: () => isOver, abort: () => controller.abort() }
}

describe('startNetworkLink', () => {
  it('swallows requests, delivers none of them later, and lets new connections through', async () => {
    link.swallow({ direction: 'requests' })
    const lost = ask('/lost')
    await eventually(() => expect(link.heldRequests()).toBe(1))
    link.release()
    expect(await ask('/next').answer).toBe('answer')
    expect([seen, lost.hasEnded()]).toEqual([['/next'], false])
    lost.abort()
  })

  it('swallows answers to requests that the server gets', async () => {
    link.swallow({ direction: 'answers' })
    const lost = ask('/lost')
    await eventually(() => expect(seen).toEqual(['/lost']))
    link.release()
    expect(await ask('/next').answer).toBe('answer')
    expect(lost.hasEnded()).toBe(false)
    lost.abort()
  })

  it('delivers held requests late, also when nobody waits for their answer any more', async () => {
    link.swallow()
    const waiting = ask('/waiting')
    const aborted = ask('/aborted')
    await eventually(() => expect(link.heldRequests()).toBe(2))
    aborted.abort()
    await aborted.answer
    link.release({ late: true })
    expect(await waiting.answer).toBe('answer')
    await eventually(() => expect(seen.toSorted()).toEqual(['/aborted', '/waiting']))
  })

  it('tells live messages from requests', async () => {
    link.swallow({ only: 'live' })
    const live = ask('/socket.io/?transport=polling')
    expect(await ask('/api/pool').answer).toBe('answer')
    expect([seen, live.hasEnded()]).toEqual([['/api/pool'], false])
    link.restore()
    expect(await live.answer).toBe('failed')
  })
})
