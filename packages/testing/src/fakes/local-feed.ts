import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { FeedWeek } from '@outlast/server/feed/espn-week'
import { scoreboardOf, type LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import { sendHtml, startLocalFeedServer } from '@outlast/server/feed/local/local-feed-server'

/** How the feed goes wrong. `cut` ends the answer in the middle, `slow` never ends one it began, `never` never begins. */
export type Misbehaviour =
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

/** A scripted stand-in for ESPN: a real HTTP server, answering what it was told per season and week. */
export interface LocalFeed {
  readonly url: string
  /** Every accepted question's query so far, oldest first. */
  readonly asked: readonly { readonly url: string; readonly userAgent: string }[]
  /** The games of a week from now on. */
  tell(week: FeedWeek, games: readonly LocalFeedGame[]): void
  /** An answer as it is, e.g. one of the real ones, or an object of ESPN's shape. */
  tellRaw(week: FeedWeek, answer: unknown): void
  /** A file's answer, as it is. */
  tellFile(week: FeedWeek, path: string | URL): void
  /** Answers of a week one after the other, one per question; the last one stays. */
  tellInTurn(week: FeedWeek, answers: readonly (readonly LocalFeedGame[])[]): void
  /** Goes wrong for the next questions: a number of times, or until told otherwise with `undefined`. */
  misbehave(how: Misbehaviour | undefined, times?: number): void
  stop(): Promise<void>
}

/** Starts the stand-in on a free port. */
export async function startLocalFeed(): Promise<LocalFeed> {
  const answers = new Map<string, unknown[]>()
  const asked: { url: string; userAgent: string }[] = []
  let wrong: { how: Misbehaviour; left: number } | undefined
  const set = (week: FeedWeek, list: unknown[]) => void answers.set(keyOf(week), list)
  const server = await startLocalFeedServer({
    answer: (week) => {
      const list = answers.get(keyOf(week)) ?? []
      return list.length > 1 ? list.shift() : list[0]
    },
    intercept: (request, response) => {
      asked.push({ url: request.url ?? '', userAgent: request.headers['user-agent'] ?? '' })
      if (wrong === undefined || wrong.left <= 0) return false
      wrong.left -= 1
      goWrong[wrong.how](response)
      return true
    },
  })
  return {
    url: server.url,
    asked,
    tell: (week, games) => set(week, [scoreboardOf(week, games)]),
    tellRaw: (week, answer) => set(week, [answer]),
    tellFile: (week, path) => set(week, [JSON.parse(readFileSync(path, 'utf8'))]),
    tellInTurn: (week, list) =>
      set(
        week,
        list.map((games) => scoreboardOf(week, games)),
      ),
    misbehave: (how, times = Infinity) => {
      wrong = how === undefined ? undefined : { how, left: times }
    },
    stop: () => server.stop(),
  }
}

const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' }

const goWrong: Readonly<Record<Misbehaviour, (response: ServerResponse) => void>> = {
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
