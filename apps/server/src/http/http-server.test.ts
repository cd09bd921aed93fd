import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'
import type { HandlerResponse } from './handler.ts'
import { createHttpServer } from './http-server.ts'

let app: TinyApp
afterEach(() => app.close())

const NO_TEAMS: HandlerResponse<'listTeams'> = { status: 200, body: [] }

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.once('close', () => resolve(text))
  })
}

describe('HttpServer.close', () => {
  it('finishes pending requests, accepts no new ones and closes idle connections', async () => {
    let respondNow: () => void = () => {}
    const received = Promise.withResolvers<void>()
    app = await startTinyApp({
      handlers: {
        listTeams: async () => {
          received.resolve()
          await new Promise<void>((resolve) => (respondNow = resolve))
          return NO_TEAMS
        },
      },
    })
    const idle = await open()
    const idleEnd = readAll(idle)
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const busy = await open()
    const response = readAll(busy)
    busy.write('GET /api/teams HTTP/1.1\r\nHost: x\r\n\r\n')
    await received.promise
    const closed = app.http.close(10_000)
    await expect(open()).rejects.toThrow('ECONNREFUSED')
    expect(await idleEnd).toContain('200 OK')
    respondNow()
    expect(await response).toMatch(/^HTTP\/1\.1 200 OK[^]*\[\]$/)
    await closed
    expect(app.http.connections()).toBe(0)
  })

  it('stops accepting connections before it closes the open ones', async () => {
    const [received, result] = [Promise.withResolvers<void>(), Promise.withResolvers<HandlerResponse<'listTeams'>>()]
    app = await startTinyApp({ handlers: { listTeams: () => (received.resolve(), result.promise) } })
    const socket = await open()
    const response = readAll(socket)
    socket.write('GET /api/teams HTTP/1.1\r\nHost: x\r\n\r\n')
    await received.promise
    app.http.stopAccepting()
    await expect(open()).rejects.toThrow('ECONNREFUSED')
    result.resolve(NO_TEAMS)
    expect(await response).toMatch(/^HTTP\/1\.1 200 OK[^]*\[\]$/)
    await app.http.close(10_000)
  })

  it('closes connections that exceed the grace period', async () => {
    const received = Promise.withResolvers<void>()
    app = await startTinyApp({ handlers: { listTeams: () => (received.resolve(), new Promise(() => {})) } })
    const socket = await open()
    const response = readAll(socket)
    socket.write('GET /api/teams HTTP/1.1\r\nHost: x\r\n\r\n')
    await received.promise
    await app.http.close(20)
    expect(await response).toBe('')
  })
})

describe('HttpServer.listen', () => {
  it('rejects with a message for the operator', async () => {
    app = await startTinyApp()
    const another = createHttpServer(() => {}, { limitPerAddress: true, limitPipelining: true })
    await expect(another.listen(app.port, '127.0.0.1')).rejects.toThrow(
      `Port ${app.port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT`,
    )
    await expect(another.listen(0, '203.0.113.77')).rejects.toThrow('203.0.113.77 is not an address of this machine. Set HOST')
  })
})

describe('createHttpServer', () => {
  it('sets timeouts and limits against slow clients', async () => {
    app = await startTinyApp()
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxHeadersCount, timeout } = app.http.server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxHeadersCount, timeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      keepAliveTimeout: 65_000,
      maxHeadersCount: 100,
      timeout: 120_000,
    })
  })

  it('responds to a few pipelined requests in order', async () => {
    app = await startTinyApp({ handlers: { listTeams: () => NO_TEAMS } })
    const socket = await open()
    const responses = readAll(socket)
    const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
    socket.write(`${request('/healthz').repeat(14)}${request('/api/teams')}${request('/healthz', 'Connection: close\r\n')}`)
    expect((await responses).match(/"ok"|\[\]/g)).toEqual([...Array.from({ length: 14 }, () => '"ok"'), '[]', '"ok"'])
  })

  it.each([
    ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', 'health'],
    ['POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}', 'login'],
  ])('closes a connection that pipelines requests without waiting for responses: %j', async (request, route) => {
    app = await startTinyApp()
    const socket = await open()
    socket.on('error', () => {})
    const closed = readAll(socket)
    socket.write(request.repeat(20_000))
    await closed
    expect(app.lines.filter((line) => line['route'] === route).length).toBeLessThanOrEqual(16)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })

  it('closes a connection that pipelines requests whose responses are slow', async () => {
    let received = 0
    app = await startTinyApp({ handlers: { listTeams: () => ((received += 1), new Promise(() => {})) } })
    const socket = await open()
    socket.on('error', () => {})
    const closed = readAll(socket)
    const timer = setInterval(() => socket.write('GET /api/teams HTTP/1.1\r\nHost: x\r\n\r\n'), 1)
    await closed
    clearInterval(timer)
    expect(received).toBe(16)
  })
})
