import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import express, { type Response } from 'express'
import { eventually } from '@outlast/testing/async'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpError } from '../lib/http-error.ts'
import { VisitorGate } from './visitor-gate.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts an app behind a gate whose responses the test ends. */
async function start({ msPerRequest = 0 }: { readonly msPerRequest?: number } = {}) {
  const clock = { ms: 0 }
  const gate = new VisitorGate({ isSignedIn: ({ headers }) => headers.authorization === 'Bearer valid', now: () => clock.ms })
  const app = express()
  app.set('trust proxy', true)
  const enter = gate.middleware()
  app.get('/in-one-turn', (request, response) => {
    let started = 0
    const next = (): void => {
      started += 1
      clock.ms += msPerRequest
    }
    for (let n = 0; n < Number(request.query['count']); n += 1) enter(request, response, next)
    response.end(String(started))
  })
  app.use(enter)
  const pending: { readonly from: string; readonly response: Response }[] = []
  app.use((request, response) => {
    clock.ms += msPerRequest
    pending.push({ from: request.ip ?? '', response })
  })
  app.use((error: unknown, _request: express.Request, response: Response, _next: express.NextFunction) => {
    response.statusCode = error instanceof HttpError ? error.status : 500
    response.end()
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closers.push(() => (server.closeAllConnections(), server.close()))
  const get = (from: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': from, ...headers } }).then(({ status }) => status)
  /** Lets one visitor’s request arrive several times in the same turn. Returns how often it is let in at once. */
  const arriveInOneTurn = async (count: number): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/in-one-turn?count=${count}`)
    return Number(await response.text())
  }
  return { get, pending, port, arriveInOneTurn }
}

const times = <T>(count: number, act: () => T): readonly T[] => Array.from({ length: count }, act)

describe('VisitorGate', () => {
  it('has at most 64 answers of one address in flight, whatever others do', async () => {
    const { get, pending } = await start()
    const all = times(70, () => get('203.0.113.1'))
    await eventually(() => expect(pending).toHaveLength(64))
    const other = get('198.51.100.7')
    await eventually(() => expect(pending).toHaveLength(65))
    for (const { response } of pending.slice()) response.end()
    await eventually(() => expect(pending).toHaveLength(71))
    for (const { response } of pending.slice(65)) response.end()
    expect(await Promise.all([...all, other])).toEqual(times(71, () => 200))
  })

  it('lets members in at once, but not a token that is not valid', async () => {
    const { get, pending } = await start()
    const visitors = times(64, () => get('203.0.113.1'))
    await eventually(() => expect(pending).toHaveLength(64))
    const forged = get('203.0.113.1', { authorization: 'Bearer forged' })
    const member = get('203.0.113.1', { authorization: 'Bearer valid' })
    await eventually(() => expect(pending).toHaveLength(65))
    for (const { response } of pending.slice()) response.end()
    expect(await member).toBe(200)
    await eventually(() => expect(pending).toHaveLength(66))
    pending.at(-1)?.response.end()
    expect(await Promise.all([...visitors, forged])).toEqual(times(65, () => 200))
  })

  it('gives visitors four milliseconds of each turn of the event loop, and one while a member waits', async () => {
    const { get, pending, arriveInOneTurn } = await start({ msPerRequest: 1 })
    expect(await arriveInOneTurn(8)).toBe(4)
    const member = get('203.0.113.1', { authorization: 'Bearer valid' })
    await eventually(() => expect(pending).toHaveLength(1))
    expect(await arriveInOneTurn(8)).toBe(1)
    pending[0]?.response.end()
    expect(await member).toBe(200)
    expect(await arriveInOneTurn(8)).toBe(4)
  })

  it('rejects requests when too many of an address wait', async () => {
    const { get, pending } = await start()
    let rejected = 0
    const count = (status: number) => void (rejected += status === 429 ? 1 : 0)
    const all = times(64 + 256 + 5, () => get('203.0.113.1').then(count))
    await eventually(() => expect(rejected).toBe(5))
    const answering = setInterval(() => pending.splice(0).forEach(({ response }) => response.end()), 1)
    closers.push(() => clearInterval(answering))
    await Promise.all(all)
    expect(rejected).toBe(5)
  })

  it('takes addresses in turn when their requests wait', async () => {
    const { get, pending } = await start({ msPerRequest: 10 })
    const all = [...times(10, () => get('203.0.113.1')), get('198.51.100.7')]
    await eventually(() => expect(pending).toHaveLength(11))
    expect(pending.findIndex(({ from }) => from === '198.51.100.7')).toBeLessThan(11)
    for (const { response } of pending) response.end()
    expect(await Promise.all(all)).toEqual(times(11, () => 200))
  })

  it('forgets a client that leaves while it waits', async () => {
    const { get, pending, port } = await start()
    const all = times(64, () => get('203.0.113.1'))
    await eventually(() => expect(pending).toHaveLength(64))
    const leaving = connect(port, '127.0.0.1')
    leaving.write('GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n')
    const next = get('203.0.113.1')
    leaving.destroy()
    for (const { response } of pending.slice()) response.end()
    await Promise.all(all)
    await eventually(() => expect(pending.some(({ response }) => !response.writableEnded && !response.destroyed)).toBe(true))
    for (const { response } of pending) response.end()
    expect(await next).toBe(200)
  })
})
