import { TEAMS } from '@outlast/domain'
import type { TestDatabase } from '@outlast/testing'
import { PASSWORD, startTestPool } from '../server/in-process-server.ts'

/** A member with a few entries, and a token. */
export interface Fan {
  readonly id: number
  readonly token: string
  readonly entryIds: readonly number[]
}

interface Answer<B> {
  readonly status: number
  readonly headers: Headers
  readonly body: B
}

/** One call without a client in between: what is measured or killed is the server. */
export async function post<B>(
  url: string,
  path: string,
  token: string | undefined,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<B>> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as B }
}

export async function get<B>(url: string, path: string, token?: string): Promise<B> {
  const response = await fetch(`${url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as B
}

/** An admin (first), and fans with entries each. */
export async function gather(
  url: string,
  fans: number,
  entriesEach: number,
): Promise<{ readonly admin: Fan; readonly fans: readonly Fan[] }> {
  const admin = await enlist(url, 'admin', 0)
  return { admin, fans: await Promise.all(Array.from({ length: fans }, (_, i) => enlist(url, `fan${i}`, entriesEach))) }
}

/** As {@link gather}, on a database that servers are yet to be started on; tokens hold on every test server. */
export async function gatherOn(database: TestDatabase, fans: number, entriesEach: number) {
  const pool = await startTestPool({ database })
  try {
    return await gather(pool.url, fans, entriesEach)
  } finally {
    await pool.stop()
  }
}

async function enlist(url: string, name: string, entries: number): Promise<Fan> {
  const person = { email: `${name}@club.example`, password: PASSWORD, first_name: name, last_name: 'Fan' }
  const { body, status } = await post<{ token: string; user: { id: number } }>(url, '/api/auth/register', undefined, person)
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`)
  const entryIds: number[] = []
  for (let i = 1; i <= entries; i += 1) {
    const entry = await post<{ id: number }>(url, '/api/entries', body.token, { user_id: body.user.id, name: `${name} ${i}` })
    entryIds.push(entry.body.id)
  }
  return { id: body.user.id, token: body.token, entryIds }
}

/** Any team, another one each time. */
export function teamOf(n: number): string {
  return TEAMS[n % TEAMS.length]?.abbr ?? ''
}
