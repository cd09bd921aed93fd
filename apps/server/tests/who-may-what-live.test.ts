import { type Acknowledgement, TOPIC_VIEW_SCHEMAS } from '@outlast/contract/live/wire'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeSockets, join, LiveClient, said } from './support/live-client.ts'
import { PASSWORD } from '@outlast/testing/server/in-process-server'
import { genuineToken } from './support/who/forged-tokens.ts'
import { REFUSALS, type Role, ROLES, type Row, rowsOf, TOPICS } from './support/who/table.ts'
import { type Person, startWorld, type World } from './support/who/world.ts'

const ROWS = rowsOf(TOPICS)
/** Long before the sweep that looks at every connection, and a while for a machine that is busy. */
const WITHIN_MS = 3_000

let world: World
beforeAll(async () => {
  world = await startWorld('late')
})
afterAll(() => world.stop())
afterEach(closeSockets)

const TOPIC: Readonly<Record<string, (target: Person) => string>> = {
  pool: () => 'pool',
  'week[open]': () => `week:${world.two.id}`,
  'week[locked]': () => `week:${world.one.id}`,
  'week[none]': () => 'week:999999',
  season: () => 'season:2030',
  'season[none]': () => 'season:2031',
  user: (target) => `user:${target.id}`,
  'user[none]': () => 'user:999999',
  admin: () => 'admin',
}

/** Of a role with one. */
const tokenAs = (role: Role, of: World = world): string => tokenOf([...of.credentialsOf(role).values()][0]) ?? ''
/** There are no schemes here, so what is wrong with the scheme alone is no forgery. */
const tokensOf = (role: Role): readonly (readonly [string, string | undefined])[] =>
  Array.from(world.credentialsOf(role), ([what, authorization]) => [what, tokenOf(authorization)] as const).filter(
    ([what]) => !/scheme|two tokens/.test(what),
  )
const tokenOf = (authorization: string | undefined): string | undefined => authorization?.replace('Bearer ', '')

describe('joining', () => {
  test('every kind of topic has a row', () => {
    expect(new Set(ROWS.map((row) => row.of))).toEqual(new Set(Object.keys(TOPIC_VIEW_SCHEMAS)))
  })

  test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_name, row: Row) => {
    const seen = await Promise.all(
      ROLES.flatMap((role) =>
        tokensOf(role).map(async ([what, token]) => {
          const client = await LiveClient.connect(world.pool.url, token)
          const answer = await join(client, TOPIC[row.name]!(world.targetOf(role)))
          client.close()
          return { who: `${role} ${what}`, is: said(answer), wanted: wanted(row.cells.get(role)) }
        }),
      ),
    )
    expect(seen.length).toBeGreaterThan(ROLES.length)
    expect(seen.filter((one) => one.is !== one.wanted)).toEqual([])
  })
})

function wanted(cell = ''): string {
  return cell === 'ok' ? 'ok' : (REFUSALS[cell]?.[1] ?? `what does ${cell} mean?`)
}

describe('another token', () => {
  test('gives the rooms it is for, and takes those that it is not for', async () => {
    const owner = world.targetOf('O')
    const member = world.targetOf('AO')
    const client = await LiveClient.connect(world.pool.url)
    const own = `user:${owner.id}`
    expect(said(await join(client, own))).toBe('unauthenticated')
    expect(said(await client.ask('auth', { token: owner.token }))).toBe('ok')
    expect(said(await join(client, own))).toBe('ok')
    await change(owner)
    await client.heard(own)
    expect(said(await client.ask('auth', { token: member.token }))).toBe('ok')
    await hearsNothingOf(client, own, owner)
    expect(said(await join(client, own))).toBe('topic_not_found')
    expect(said(await join(client, 'admin'))).toBe('ok')
    expect(said(await client.ask('auth', { token: null }))).toBe('ok')
    await hearsNothingOf(client, 'admin', owner)
    expect(client.connected).toBe(true)
  })

  test.each(['E', 'F', 'R', 'S', 'X'] as const)('that does not hold (%s) leaves a visitor', async (role) => {
    const owner = world.targetOf('O')
    for (const [what, token] of tokensOf(role)) {
      const client = await LiveClient.connect(world.pool.url, owner.token)
      expect(said(await join(client, `user:${owner.id}`))).toBe('ok')
      expect(said(await join(client, 'pool'))).toBe('ok')
      const code = { E: 'token_expired', F: 'unauthenticated', R: 'token_revoked', S: 'token_revoked', X: 'token_revoked' }[role]
      expect([what, said(await client.ask('auth', { token: token! }))]).toEqual([what, code])
      expect(said(await join(client, `user:${owner.id}`))).toBe(code)
      expect(client.connected).toBe(true)
      client.close()
    }
    const client = await LiveClient.connect(world.pool.url, owner.token)
    await join(client, `user:${owner.id}`)
    await client.ask('auth', { token: tokenAs(role) })
    await hearsNothingOf(client, `user:${owner.id}`, owner)
  })
})

describe('the rooms of a token are lost within a second of', () => {
  interface Ending {
    readonly name: string
    readonly isAdmin: boolean
    readonly end: (who: Person) => Promise<unknown>
  }
  const patch = (who: Person, body: { is_admin: boolean }) => world.root.call('adminUpdateUser', { params: { id: who.id }, body })
  const ENDINGS: readonly Ending[] = [
    {
      name: 'signing out everywhere',
      isAdmin: false,
      end: (who) => world.pool.as(who.token).call('signOutEverywhere', { body: {} }),
    },
    {
      name: 'a new password',
      isAdmin: false,
      end: (who) =>
        world.pool.as(who.token).call('changePassword', { body: { current_password: PASSWORD, new_password: `${PASSWORD}!` } }),
    },
    { name: 'deletion', isAdmin: false, end: (who) => world.root.call('adminDeleteUser', { params: { id: who.id } }) },
    { name: 'demotion', isAdmin: true, end: (who) => patch(who, { is_admin: false }) },
    { name: 'deletion of an admin', isAdmin: true, end: (who) => world.root.call('adminDeleteUser', { params: { id: who.id } }) },
    {
      name: 'signing out as admin',
      isAdmin: true,
      end: (who) => world.pool.as(who.token).call('signOutEverywhere', { body: {} }),
    },
  ]

  test.each(ENDINGS)('$name', async ({ isAdmin, end }) => {
    const who = await world.newcomer(isAdmin ? 'A' : 'M')
    const topic = isAdmin ? 'admin' : `user:${who.id}`
    const clients = await Promise.all([1, 2, 3].map(() => LiveClient.connect(world.pool.url, who.token)))
    const visitor = await LiveClient.connect(world.pool.url)
    const bystander = await LiveClient.connect(world.pool.url, world.targetOf('O').token)
    for (const client of clients) expect(said(await join(client, topic))).toBe('ok')
    expect(said(await join(visitor, 'pool'))).toBe('ok')
    expect(said(await join(bystander, `user:${world.targetOf('O').id}`))).toBe('ok')
    await end(who)
    const before = clients.map((client) => client.messagesOf(topic).length)
    await Promise.all(clients.map((client) => client.ended(WITHIN_MS)))
    await change(world.targetOf('O'))
    await bystander.heard(`user:${world.targetOf('O').id}`)
    // At most what was under way: their own ending. Nothing of what came after.
    for (const [i, client] of clients.entries()) expect(client.messagesOf(topic).length - before[i]!).toBeLessThanOrEqual(1)
    expect([visitor.connected, bystander.connected]).toEqual([true, true])
    const back = await LiveClient.connect(world.pool.url, who.token)
    expect(said(await join(back, topic))).not.toBe('ok')
  })

  test('a purge', async () => {
    const own = await startWorld('early')
    try {
      const { token, id } = own.targetOf('O')
      const member = await LiveClient.connect(own.pool.url, token)
      const kept = await LiveClient.connect(own.pool.url, tokenAs('A', own))
      expect(said(await join(member, `user:${id}`))).toBe('ok')
      expect(said(await join(kept, 'admin'))).toBe('ok')
      await own.root.call('purgeUsersAndEntries', { body: { confirm: 'DELETE ALL USERS AND ENTRIES' } })
      await member.ended(WITHIN_MS)
      expect(kept.connected).toBe(true)
    } finally {
      await own.stop()
    }
  })

  test('a demotion leaves what members may see', async () => {
    const who = await world.newcomer('A')
    const client = await LiveClient.connect(world.pool.url, who.token)
    expect(said(await join(client, 'admin'))).toBe('ok')
    await world.root.call('adminUpdateUser', { params: { id: who.id }, body: { is_admin: false } })
    await client.ended(WITHIN_MS)
    const back = await LiveClient.connect(world.pool.url, who.token)
    expect(said(await join(back, 'admin'))).toBe('forbidden')
    expect(said(await join(back, `user:${who.id}`))).toBe('ok')
  })
})

describe('who connects', () => {
  test('is asked where from: foreign websites are not let in', async () => {
    const { port } = new URL(world.pool.url)
    const tried = async (origin: string | undefined): Promise<string> => {
      const headers = origin === undefined ? {} : { origin }
      return LiveClient.connect(world.pool.url, undefined, headers).then(
        (client) => (client.connected ? 'in' : 'out'),
        () => 'out',
      )
    }
    expect(await tried(undefined)).toBe('in')
    expect(await tried(`http://localhost:${port}`)).toBe('in')
    for (const origin of [
      'https://evil.example',
      'null',
      `http://localhost:${port}.evil.example`,
      `https://localhost:${port}`,
      'http://localhost:1',
    ]) {
      expect([origin, await tried(origin)]).toEqual([origin, 'out'])
    }
  })

  test('is nobody with a token that is none, and may still watch', async () => {
    for (const auth of [
      { token: 17 },
      { token: ['x'] },
      { token: { a: 1 } },
      { token: 'x'.repeat(5000) },
      { __proto__: null, token: null },
      { token: '' },
    ]) {
      const client = await LiveClient.connectWith(world.pool.url, auth)
      expect(said(await join(client, 'pool'))).toBe('ok')
      expect(said(await join(client, 'admin'))).toBe('unauthenticated')
    }
  })

  test('with a token of the time before is told why', async () => {
    const expiring = await world.newcomer('M')
    const secret = world.pool.config.jwtSecret ?? ''
    const client = await LiveClient.connect(world.pool.url, genuineToken(secret, { id: expiring.id, logins: 1 }))
    expect(said(await join(client, `user:${expiring.id}`))).toBe('ok')
    await world.pool.as(expiring.token).call('signOutEverywhere', { body: {} })
    await client.ended(WITHIN_MS)
    const back = await LiveClient.connect(world.pool.url, expiring.token)
    expect(said(await join(back, `user:${expiring.id}`))).toBe('token_revoked')
  })
})

/** Something that their owner and the admins are told. */
async function change(owner: Person): Promise<void> {
  const entry = await world.freshEntry(owner.id)
  await world.root.call('setPayment', { params: { id: entry }, body: { payment_type: 'cash', is_paid: true } })
}

/** Whoever still hears of it has heard it, and this client has not. */
async function hearsNothingOf(client: LiveClient, topic: string, owner: Person): Promise<void> {
  const witness = await LiveClient.connect(world.pool.url, topic === 'admin' ? tokenAs('A') : owner.token)
  expect(said(await join(witness, topic))).toBe('ok')
  const before = client.messagesOf(topic).length
  await change(owner)
  await witness.heard(topic)
  // What is answered after that was sent after that, on a connection that keeps its order.
  const after: Acknowledgement = await join(client, 'pool')
  expect(said(after)).toBe('ok')
  expect(client.messagesOf(topic).length).toBe(before)
  witness.close()
}
