import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ROUTES } from '@outlast/contract/routes'

/** Values for the parameters of GET routes. */
export interface ReadableIds {
  readonly ids: Readonly<Record<'weeks' | 'entries' | 'users' | 'picks' | 'positions' | 'seasons', readonly number[]>>
  readonly topics: readonly string[]
  /** Tokens of calendar addresses. */
  readonly calendars?: readonly string[]
}

/** A crest that no club has, in its smallest size. */
const NO_CREST = `${'0'.repeat(64)}/64`

/** Returns the address of each GET route with each combination of parameters. */
export function readableAddresses({ ids, topics, calendars = [] }: ReadableIds): readonly string[] {
  const values = (path: string): readonly (string | number)[] => {
    if (path.includes('{topic}')) return topics
    if (path.includes('{position}')) return ids.positions
    if (path.includes('/calendar/')) return calendars
    if (path.includes('/crest/')) return [NO_CREST]
    if (path.startsWith('/og/')) return cards(ids)
    if (/\/(weeks|reveal)\//.test(path)) return ids.weeks
    if (path.includes('/entries/')) return ids.entries
    if (path.includes('/users/')) return ids.users
    if (path.includes('/picks/')) return ids.picks
    throw new Error(`no values for ${path}`)
  }
  const addresses = ALL_ROUTES.filter((route) => route.method === 'GET' && route.path !== '/metrics').flatMap(({ path }) =>
    path.includes('{') ? values(path).map((value) => path.replace(/\{\w+\}(?:\/\{\w+\})*/, String(value))) : [path],
  )
  const queries = [
    ...ids.seasons.flatMap((year) => [`/api/history/matrix?season=${year}`, `/api/history/matrix.csv?season=${year}`]),
    ...ids.entries.map((id) => `/api/audit?entry_id=${id}`),
    ...ids.weeks.map((id) => `/api/audit?week_id=${id}`),
    ...ids.users.map((id) => `/api/audit?actor_id=${id}`),
    '/api/audit?kind=pick',
    '/api/audit?after=0&limit=200',
    '/api/audit/hashes?from=0&to=1000',
  ]
  return [...addresses, ...queries]
}

/** The pictures to share of everything: which, of what, and in which size. */
const cards = ({ weeks, entries, seasons }: ReadableIds['ids']): readonly string[] => [
  ...weeks.map((id) => `week/${id}/1200x630`),
  ...entries.flatMap((id) => [`entry/${id}/1200x630`, `elimination/${id}/1200x630`]),
  ...seasons.map((year) => `champion/${year}/1200x630`),
]

/** How often an address is read that a busy machine cannot answer in time. */
const ATTEMPTS = 60

/** Reads an address: status, relevant headers, and the raw body. */
export async function readRaw(url: string, address: string, token: string | undefined): Promise<string> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  let response = await fetch(`${url}${address}`, { headers })
  for (let attempt = 1; response.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await sleep(1_000)
    response = await fetch(`${url}${address}`, { headers })
  }
  const relevant = ['etag', 'x-topic-version', 'content-type', 'cache-control'].map(
    (name) => `${name}: ${response.headers.get(name) ?? ''}`,
  )
  const isImage = response.headers.get('content-type')?.startsWith('image/') === true
  const body = isImage ? hashOfImage(await response.arrayBuffer()) : await response.text()
  return [`${response.status} ${address}`, ...relevant, body].join('\n')
}

/** The bytes of an image contain any three letters by chance. */
function hashOfImage(bytes: ArrayBuffer): string {
  const hash = createHash('sha256').update(Buffer.from(bytes)).digest('base64')
  return `an image of ${bytes.byteLength} bytes: ${hash}`
}

/** Replaces values that differ between any two runs: times, random hashes and ids, keys, ports. */
export function withoutTimesAndIds(text: string): string {
  return text
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<time>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>')
    .replaceAll(/"(signature|public_key)":"[\w-]+"/g, '"$1":"<key>"')
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, '<url>')
    .replaceAll(/\b\d{8}T\d{6}Z\b/g, '<time>')
    .replaceAll(/etag: (?:W\/)?"[\w-]{22}"/g, 'etag: <hash of the body>')
    .replaceAll(/\/api\/calendar\/[\w-]+/g, '/api/calendar/<token>')
    .replaceAll(/"(?:last_asked_at|next_ask_at)":"[^"]*"/g, '<asked>')
}
