import { randomUUID } from 'node:crypto'
import { pickIdOf, entryId, weekId } from '@outlast/domain'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteResponse, callRoute, type CallOptions } from './support/call-route.ts'
import { type Person, startWorld, type World } from './support/permissions/world.ts'
import type { RouteId } from '@outlast/contract'

let world: World
beforeAll(async () => {
  world = await startWorld('late')
})
afterAll(() => world.stop())

const ask = (
  id: RouteId,
  token: string | undefined,
  key: string | undefined,
  options: CallOptions = {},
): Promise<RouteResponse> => {
  const authorization = token === undefined ? undefined : `Bearer ${token}`
  return callRoute(world.pool.url, id, { ...options, headers: { authorization, 'idempotency-key': key, ...options.headers } })
}
const codeOf = ({ status, json }: RouteResponse): string =>
  `${status} ${(json as { code?: string } | undefined)?.code ?? ''}`.trim()
const head = async (): Promise<number> => (await world.root.call('auditHead')).position

describe('Idempotency-Key', () => {
  test('belongs to its user: another user’s request with the same key and body runs anew', async () => {
    const [one, two, key] = [await world.newcomer('A'), await world.newcomer('A'), randomUUID()]
    const owner = world.targetOf('O')
    const body = { user_id: owner.id, name: world.fresh('Keyed') }
    const first = await ask('createEntry', one.token, key, { body })
    expect(first.status).toBe(201)
    expect((await ask('createEntry', one.token, key, { body })).json).toEqual(first.json)
    // With the first admin's key, the response would be the first entry again.
    expect(codeOf(await ask('createEntry', two.token, key, { body }))).toBe('409 entry_name_taken')
  })

  test('returns no stored response to another member or after the login has ended', async () => {
    const owner = await world.newcomer('M')
    const stranger = await world.newcomer('M')
    const key = randomUUID()
    const body = { entry_id: owner.entry, week_id: world.two.id, team_abbr: 'SEA' }
    const first = await ask('submitPick', owner.token, key, { body })
    expect(first.status).toBe(201)
    const repeats: readonly [string | undefined, string][] = [
      [stranger.token, '404 entry_not_found'],
      [world.targetOf('AO').token, '404 entry_not_found'],
      [undefined, '401 unauthenticated'],
    ]
    for (const [token, wanted] of repeats) {
      const response = await ask('submitPick', token, key, { body })
      expect(codeOf(response)).toBe(wanted)
      expect(response.text).not.toContain('nonce')
    }
    const before = await head()
    const again = await ask('submitPick', owner.token, key, { body })
    expect([again.status, again.json, await head()]).toEqual([201, first.json, before])
    await ask('signOutEverywhere', owner.token, undefined, { body: {} })
    expect(codeOf(await ask('submitPick', owner.token, key, { body }))).toBe('401 token_revoked')
  })

  test('returns no stored response to an admin who was demoted', async () => {
    const admin = await world.newcomer('A')
    const key = randomUUID()
    const options = { params: { id: world.targetOf('O').id }, body: { last_name: 'Test' } }
    expect((await ask('adminUpdateUser', admin.token, key, options)).status).toBe(200)
    await world.root.call('adminUpdateUser', { params: { id: admin.id }, body: { is_admin: false } })
    expect(codeOf(await ask('adminUpdateUser', admin.token, key, options))).toBe('403 forbidden')
  })

  test('with another body, row or secret is a mismatch and changes nothing', async () => {
    const { token, entry }: Person = await world.newcomer('M')
    const key = randomUUID()
    const pick = pickIdOf(entryId(entry), weekId(world.two.id), 1)
    const body = { entry_id: entry, week_id: world.two.id, team_abbr: 'SEA' }
    expect((await ask('submitPick', token, key, { body })).status).toBe(201)
    const before = await head()
    expect(codeOf(await ask('submitPick', token, key, { body: { ...body, team_abbr: 'MIA' } }))).toBe('409 idempotency_mismatch')
    expect(await head()).toBe(before)
    // Keys are scoped by route.
    const change = await ask('changePick', token, key, { params: { id: pick }, body: { team_abbr: 'MIA' } })
    expect(change.status).toBe(200)
    expect(codeOf(await ask('changePick', token, key, { params: { id: pick + 1 }, body: { team_abbr: 'MIA' } }))).toBe(
      '409 idempotency_mismatch',
    )
  })

  test('repeats rule violations to their sender', async () => {
    const { token, entry } = await world.newcomer('M')
    const key = randomUUID()
    const body = { entry_id: entry, week_id: world.one.id, team_abbr: 'SEA' }
    expect(codeOf(await ask('submitPick', token, key, { body }))).toBe('403 week_locked')
    expect(codeOf(await ask('submitPick', token, key, { body }))).toBe('403 week_locked')
  })

  test('used by many senders at once runs once per sender', async () => {
    const people = await Promise.all([1, 2, 3].map(() => world.newcomer('M')))
    const key = randomUUID()
    const name = world.fresh('Parallel')
    const responses = await Promise.all(
      people.flatMap(({ id, token }) => [1, 2, 3, 4].map(() => ask('createEntry', token, key, { body: { user_id: id, name } }))),
    )
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 201))
    expect(new Set(responses.map(({ json }) => (json as { id: number }).id)).size).toBe(people.length)
    for (const [i, { id }] of people.entries()) {
      expect(responses.slice(i * 4, i * 4 + 4).map(({ json }) => (json as { user_id: number }).user_id)).toEqual([id, id, id, id])
    }
  })
})

describe('Origin', () => {
  const WRITES = ALL_ROUTES.filter((route) => route.method !== 'GET')
  const READS = ALL_ROUTES.filter((route) => route.method === 'GET')
  const FOREIGN = [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'https://localhost',
    'http://localhost:1',
    'file://',
    '',
  ]
  const params = { id: 1, topic: 'pool', position: 1, token: 'none' }

  test.each(WRITES.map((route) => route.id))('%s is rejected from a foreign origin, no matter who is signed in', async (id) => {
    const admin = world.targetOf('AO')
    const before = await head()
    for (const origin of FOREIGN) {
      const response = await ask(id, admin.token, randomUUID(), { params, body: {}, headers: { origin } })
      expect([origin, codeOf(response)]).toEqual([origin, '403 origin_forbidden'])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await head()).toBe(before)
  })

  test.each(READS.map((route) => route.id))('%s responds to any origin without CORS headers', async (id) => {
    const response = await ask(id, undefined, undefined, { params, headers: { origin: 'https://evil.example' } })
    expect(codeOf(response)).not.toContain('origin_forbidden')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('of the pool itself, or a missing one, is accepted', async () => {
    const { token, id } = await world.newcomer('M')
    const { port } = new URL(world.pool.url)
    for (const origin of [undefined, `http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      const body = { user_id: id, name: world.fresh('From here') }
      expect((await ask('createEntry', token, undefined, { body, headers: { origin } })).status).toBe(201)
    }
  })

  test('of a preflight request from a foreign website gets no permission', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    const response = await ask('submitPick', undefined, undefined, { method: 'OPTIONS', headers })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})
