import { scoreboardUrl, type FeedWeek } from './espn-week.ts'
import { FeedFailure } from './failure.ts'
import { parseScoreboard, ScoreboardError, type Scoreboard } from './scoreboard.ts'

/** One question to the feed. */
export interface ScoreboardRequest extends FeedWeek {
  /** `ESPN_BASE_URL`: the address before `/apis/…`. */
  readonly baseUrl: string
  /** See {@link feedUserAgent}: ESPN refuses browser-like, empty and bare ones. */
  readonly userAgent: string
  /** Gives up when aborted (the process is stopping). */
  readonly signal?: AbortSignal
  /** How long the whole answer may take; 10 s unless told. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** A full week is about 300 kB untrimmed. */
const MAX_BYTES = 8 * 1024 * 1024
/** Enough of a refusal to show what it said. */
const MAX_ERROR_BYTES = 4096

/** The User-Agent that ESPN accepts: a name, a version and where to read about it, e.g. `Outlast/1.0.0 (+https://…)`. */
export function feedUserAgent(version: string, projectUrl: string): string {
  return `Outlast/${version} (+${projectUrl})`
}

/**
 * Asks ESPN for a week's games.
 * @throws FeedFailure whenever there is no usable answer: refused, unreachable, too slow, too big, not JSON, no scoreboard.
 */
export async function fetchScoreboard(question: ScoreboardRequest): Promise<Scoreboard & { readonly url: string }> {
  const url = scoreboardUrl(question.baseUrl, question)
  const text = await fetchText(url, question)
  try {
    return { ...parseScoreboard(parseJson(text, url), question), url }
  } catch (error) {
    if (error instanceof ScoreboardError) throw new FeedFailure(`ESPN's answer could not be read: ${error.message}`, url, text)
    throw error
  }
}

async function fetchText(url: string, question: ScoreboardRequest): Promise<string> {
  const timeoutMs = question.timeoutMs ?? TIMEOUT_MS
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = question.signal === undefined ? timeout : AbortSignal.any([question.signal, timeout])
  try {
    const response = await fetch(url, { signal, headers: { 'user-agent': question.userAgent, accept: 'application/json' } })
    if (!response.ok) {
      const said = await readBody(response, MAX_ERROR_BYTES)
      throw new FeedFailure(`ESPN answered ${response.status}`, url, said.text)
    }
    return await readJsonText(response, url)
  } catch (error) {
    if (error instanceof FeedFailure) throw error
    if (question.signal?.aborted === true) throw new FeedFailure('The question was given up', url, '')
    if (timeout.aborted) throw new FeedFailure(`ESPN did not answer within ${timeoutMs} ms`, url, 'timeout')
    throw new FeedFailure('ESPN could not be reached', url, reasonOf(error))
  }
}

async function readJsonText(response: Response, url: string): Promise<string> {
  const contentType = response.headers.get('content-type') ?? 'nothing'
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)
  const body = await readBody(response, isJson ? MAX_BYTES : MAX_ERROR_BYTES)
  if (!isJson) throw new FeedFailure(`ESPN answered ${contentType.slice(0, 60)} instead of JSON`, url, body.text)
  if (body.cut) throw new FeedFailure(`ESPN's answer is larger than ${MAX_BYTES} bytes`, url, body.text)
  return body.text
}

/** The body's text up to a number of bytes; the rest is not even received. */
async function readBody(response: Response, maxBytes: number): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? []
  for await (const chunk of chunks) {
    const room = maxBytes - bytes
    text += decoder.decode(chunk.subarray(0, room), { stream: true })
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (bytes > maxBytes) return { text, cut: true }
  }
  return { text: text + decoder.decode(), cut: false }
}

function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FeedFailure("ESPN's answer is not JSON", url, text)
  }
}

/** fetch wraps the network's own error: its code says more than "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : ''
  return `${code} ${cause.message}`.trim() || error.message
}
