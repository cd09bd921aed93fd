import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { poolWeekOf, type FeedWeek } from '../espn-week.ts'

/** A local server with ESPN's scoreboard API, for the demo and for tests. */
interface LocalFeedServer {
  /** The value for `ESPN_BASE_URL`. */
  readonly url: string
  /** Stops the server and closes open connections. */
  stop(): Promise<void>
}

interface LocalFeedOptions {
  /** Returns the JSON response for a week; undefined means no events. */
  readonly answer: (week: FeedWeek) => unknown
  /** Default: a free port. */
  readonly port?: number
  /** Called first for each accepted request; returns true if it handles the response. Tests use it to simulate errors. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

const PATH = '/apis/site/v2/sports/football/nfl/scoreboard'

/** Like ESPN, accepts `Name/1.0 (+https://project-url)` and rejects empty, shorter and browser-like User-Agents. */
const ACCEPTED_AGENT = /^(?!Mozilla)[\w.-]+\/[\w.-]+ \(\+https?:\/\/[^\s)]+\)$/

/** Starts the server on the loopback interface. */
export async function startLocalFeedServer(options: LocalFeedOptions): Promise<LocalFeedServer> {
  const server = createServer((request, response) => respond(options, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${portOf(server)}`, stop: () => stop(server) }
}

function respond(options: LocalFeedOptions, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (!ACCEPTED_AGENT.test(request.headers['user-agent'] ?? '')) return sendHtml(response, 403, 'Access Denied')
  if (url.pathname !== PATH) return sendHtml(response, 404, 'Not Found')
  if (options.intercept?.(request, response) === true) return
  const dates = url.searchParams.get('dates') ?? ''
  if (!/^\d{4}$/.test(dates)) return sendJson(response, 400, { code: 400, message: 'Failed to get events endpoint.' })
  const week = poolWeekOf(Number(url.searchParams.get('seasontype')), Number(url.searchParams.get('week')))
  const answer = week === undefined ? undefined : options.answer({ seasonYear: Number(dates), week })
  sendJson(response, 200, answer ?? { events: [] })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body))
}

/** Sends an HTML error page, as ESPN's edge servers do. */
export function sendHtml(response: ServerResponse, status: number, title: string): void {
  response.writeHead(status, { 'content-type': 'text/html' })
  response.end(`<HTML><HEAD>\n<TITLE>${title}</TITLE>\n</HEAD><BODY>\n<H1>${title}</H1>\n</BODY></HTML>`)
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo
  return address.port
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
    server.closeAllConnections()
  })
}
