import type { ServerResponse } from 'node:http'
import type { FeedWeek } from '@outlast/server/feed/espn-week'
import { scoreboardOf, type LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import { sendHtml, startLocalFeedServer } from '@outlast/server/feed/local/local-feed-server'

/** How the feed fails. `cut` closes the connection within the response, `slow` never ends the response, `never` does not begin it. */
export type FeedFault =
  | 'html'
  | 'garbage'
  | 'wrong-shape'
  | 'empty-events'
  | 'slow'
  | 'never'
  | 'error-500'
  | 'error-403'
  | 'cut'
  | 'huge'

/** A scripted replacement for ESPN: a real HTTP server that serves the scoreboard set for each season and week. */
export interface LocalFeed {
  readonly url: string
  /** Every accepted request, oldest first. */
  readonly requests: readonly { readonly url: string; readonly userAgent: string }[]
  /** Sets the games of a week. */
  setGames(week: FeedWeek, games: readonly LocalFeedGame[]): void
  /** Sets the answer for a week as JSON, for what {@link LocalFeedGame} cannot say. */
  setAnswer(week: FeedWeek, answer: unknown): void
  /** Sets the games of a week for each of the next requests; the last list stays. */
  setGamesInTurn(week: FeedWeek, lists: readonly (readonly LocalFeedGame[])[]): void
  /** Fails the next requests: a number of times, or until it is called with `undefined`. */
  failWith(fault: FeedFault | undefined, times?: number): void
  stop(): Promise<void>
}

/** Starts the feed on a free port. */
export async function startLocalFeed(): Promise<LocalFeed> {
  const bodies = new Map<string, unknown[]>()
  const requests: { url: string; userAgent: string }[] = []
  let failure: { fault: FeedFault; remaining: number } | undefined
  const set = (week: FeedWeek, list: unknown[]) => void bodies.set(keyOf(week), list)
  const server = await startLocalFeedServer({
    answer: (week) => {
      const list = bodies.get(keyOf(week)) ?? []
      return list.length > 1 ? list.shift() : list[0]
    },
    intercept: (request, response) => {
      requests.push({ url: request.url ?? '', userAgent: request.headers['user-agent'] ?? '' })
      if (failure === undefined || failure.remaining <= 0) return false
      failure.remaining -= 1
      FAULTS[failure.fault](response)
      return true
    },
  })
  return {
    url: server.url,
    requests,
    setGames: (week, games) => set(week, [scoreboardOf(week, games)]),
    setAnswer: (week, answer) => set(week, [answer]),
    setGamesInTurn: (week, lists) =>
      set(
        week,
        lists.map((games) => scoreboardOf(week, games)),
      ),
    failWith: (fault, times = Infinity) => {
      failure = fault === undefined ? undefined : { fault, remaining: times }
    },
    stop: () => server.stop(),
  }
}

const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' }

const FAULTS: Readonly<Record<FeedFault, (response: ServerResponse) => void>> = {
  html: (response) => sendHtml(response, 200, 'We are sorry'),
  garbage: (response) => response.writeHead(200, JSON_TYPE).end('\u0000{"events":[{]'),
  'wrong-shape': (response) => response.writeHead(200, JSON_TYPE).end('{"events":{"none":true}}'),
  'empty-events': (response) => response.writeHead(200, JSON_TYPE).end('{"events":[]}'),
  slow: (response) => response.writeHead(200, JSON_TYPE).write('{"events":['),
  never: () => undefined,
  'error-500': (response) => sendHtml(response, 500, 'Internal Server Error'),
  'error-403': (response) => sendHtml(response, 403, 'Access Denied'),
  cut: (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"events":[')
    setImmediate(() => response.destroy())
  },
  huge: (response) => response.writeHead(200, JSON_TYPE).end(`{"events":[],"filler":"${'x'.repeat(9 * 1024 * 1024)}"}`),
}

function keyOf({ seasonYear, week }: FeedWeek): string {
  return `${seasonYear}/${week}`
}
