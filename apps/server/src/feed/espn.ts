import { leagueWeekOf } from '@outlast/domain'
import { scoreboardUrl, type FeedWeek } from './espn-week.ts'
import { FeedFailure } from './failure.ts'
import { readScoreboard, ScoreboardError, type Scoreboard } from './scoreboard.ts'

export interface ScoreboardRequest extends FeedWeek {
  /** `ESPN_BASE_URL`: the part before `/apis/…`. */
  readonly baseUrl: string
  /** See {@link feedUserAgent}. */
  readonly userAgent: string
  /** Receives the scoreboard's time, in milliseconds since 1970, with each answer that says it. */
  readonly onTime?: (ms: number) => void
  /** Aborts the request, because the process stops. */
  readonly signal?: AbortSignal
  /** The timeout for the whole response, in milliseconds. Default: 10 seconds. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** The response for a full week has about 300 kB. */
const MAX_BYTES = 8 * 1024 * 1024
/** Enough of an error response to show its beginning. */
const MAX_ERROR_BYTES = 4096

/** Returns a User-Agent such as `Outlast/1.0.0 (+https://…)`. ESPN rejects empty, browser-like and shorter ones. */
export function feedUserAgent(version: string, projectUrl: string): string {
  return `Outlast/${version} (+${projectUrl})`
}

/**
 * Requests the games of a week from ESPN: those of the league's whole week for a slate.
 *
 * @throws FeedFailure without a usable response: an error status, unreachable, too slow, too large, or not a scoreboard
 */
export async function fetchScoreboard(asked: ScoreboardRequest): Promise<Scoreboard & { readonly url: string }> {
  const options = { ...asked, week: leagueWeekOf(asked.week) }
  const url = scoreboardUrl(options.baseUrl, options)
  const text = await fetchText(url, options)
  try {
    return { ...readScoreboard(parseJson(text, url), options), url }
  } catch (error) {
    if (error instanceof ScoreboardError) throw new FeedFailure(`ESPN's answer could not be read: ${error.message}`, url, text)
    throw error
  }
}

async function fetchText(url: string, options: ScoreboardRequest): Promise<string> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout])
  try {
    const response = await fetch(url, { signal, headers: { 'user-agent': options.userAgent, accept: 'application/json' } })
    const time = timeOf(response.headers)
    if (time !== undefined) options.onTime?.(time)
    if (!response.ok) {
      const body = await readBody(response, MAX_ERROR_BYTES)
      throw new FeedFailure(`ESPN answered ${response.status}`, url, body.text)
    }
    return await readJsonText(response, url)
  } catch (error) {
    if (error instanceof FeedFailure) throw error
    if (options.signal?.aborted === true) throw new FeedFailure('The request was aborted', url, '')
    if (timeout.aborted) throw new FeedFailure(`ESPN did not answer within ${timeoutMs} ms`, url, 'timeout')
    throw new FeedFailure('ESPN could not be reached', url, reasonOf(error))
  }
}

/** A cache in between keeps the answer's time, and says how many seconds ago that was. */
function timeOf(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000
  return Number.isNaN(time) ? undefined : time
}

async function readJsonText(response: Response, url: string): Promise<string> {
  const contentType = response.headers.get('content-type') ?? 'nothing'
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)
  const body = await readBody(response, isJson ? MAX_BYTES : MAX_ERROR_BYTES)
  if (!isJson) throw new FeedFailure(`ESPN answered ${contentType.slice(0, 60)} instead of JSON`, url, body.text)
  if (body.isTruncated) throw new FeedFailure(`ESPN's answer is larger than ${MAX_BYTES} bytes`, url, body.text)
  return body.text
}

/** Reads a body up to a number of bytes, and cancels the rest. */
async function readBody(response: Response, maxBytes: number): Promise<{ text: string; isTruncated: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? []
  for await (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, maxBytes - bytes), { stream: true })
    bytes += chunk.byteLength
    // Returning from the loop cancels the stream.
    if (bytes > maxBytes) return { text, isTruncated: true }
  }
  return { text: text + decoder.decode(), isTruncated: false }
}

function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FeedFailure("ESPN's answer is not JSON", url, text)
  }
}

/** Returns the network error inside fetch's error, which says more than "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : ''
  return `${code} ${cause.message}`.trim() || error.message
}
