import { type Acknowledgement, TOPIC_SCHEMAS } from '@outlast/contract/live/wire'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeSockets, join, LiveClient, describeAcknowledgement } from './support/live-client.ts'
import { PASSWORD } from '@outlast/testing/server/people'
import { genuineToken } from './support/permissions/forged-tokens.ts'
import { REJECTIONS, type Role, ROLES, type Row, rowsOf, TOPICS } from './support/permissions/table.ts'
import { type Person, startWorld, type World } from './support/permissions/world.ts'

const ROWS = rowsOf(TOPICS)
/** Much shorter than the interval of the periodic check, and long enough for a busy machine. */
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

/** Returns the user id of a role that has an account. */
const tokenAs = (role: Role, of: World = world): string => tokenOf([...of.credentialsOf(role).values()][0]) ?? ''
/** The live connection has no authorization scheme, so tokens with only a wrong scheme are not forged here. */
const tokensOf = (role: Role): readonly (readonly [string, string | undefined])[] =>
  Array.from(world.credentialsOf(role), ([what, authorization]) => [what, tokenOf(authorization)] as const).filter(
    ([what]) => !/scheme|two tokens/.test(what),
  )
const tokenOf = (authorization: string | undefined): string | undefined => authorization?.replace('Bearer ', '')

describe('joining a topic', () => {
  test('the table has a row for every kind of topic', () => {
    expect(new Set(ROWS.map((row) => row.of))).toEqual(new Set(Object.keys(TOPIC_SCHEMAS)))
  })

  test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_name, row: Row) => {
    const seen = await Promise.all(
      ROLES.flatMap((role) =>
        tokensOf(role).map(async ([what, token]) => {
          const client = await LiveClient.connect(world.pool.url, token)
          const acknowledgement = await join(client, TOPIC[row.name]!(world.targetOf(role)))
          client.close()
          return { who: `${role} ${what}`, is: describeAcknowledgement(acknowledgement), wanted: wanted(row.cells.get(role)) }
        }),
      ),
    )
    expect(seen.length).toBeGreaterThan(ROLES.length)
    expect(seen.filter((one) => one.is !== one.wanted)).toEqual([])
  })
})

function wanted(cell = ''): string {
  return cell === 'ok' ? 'ok' : (REJECTIONS[cell]?.[1] ?? `what does ${cell} mean?`)
}

describe('changing the token of a connection', () => {
  test('joins and leaves topics according to the new token', async () => {
    const owner = world.targetOf('O')
    const member = world.targetOf('AO')
    const client = await LiveClient.connect(world.pool.url)
    const own = `user:${owner.id}`
    expect(describeAcknowledgement(await join(client, own))).toBe('unauthenticated')
    expect(describeAcknowledgement(await client.ask('auth', { token: owner.token }))).toBe('ok')
    expect(describeAcknowledgement(await join(client, own))).toBe('ok')
    await change(owner)
    await client.heard(own)
    expect(describeAcknowledgement(await client.ask('auth', { token: member.token }))).toBe('ok')
    await hearsNothingOf(client, own, owner)
    expect(describeAcknowledgement(await join(client, own))).toBe('topic_not_found')
    expect(describeAcknowledgement(await join(client, 'admin'))).toBe('ok')
    expect(describeAcknowledgement(await client.ask('auth', { token: null }))).toBe('ok')
    await hearsNothingOf(client, 'admin', owner)
    expect(client.connected).toBe(true)
  })

  test.each(['E', 'F', 'R', 'S', 'X'] as const)('to an invalid one (%s) makes the client a visitor', async (role) => {
    const owner = world.targetOf('O')
    for (const [what, token] of tokensOf(role)) {
      const client = await LiveClient.connect(world.pool.url, owner.token)
      expect(describeAcknowledgement(await join(client, `user:${owner.id}`))).toBe('ok')
      expect(describeAcknowledgement(await join(client, 'pool'))).toBe('ok')
      const code = { E: 'token_expired', F: 'unauthenticated', R: 'token_revoked', S: 'token_revoked', X: 'token_revoked' }[role]
      expect([what, describeAcknowledgement(await client.ask('auth', { token: token! }))]).toEqual([what, code])
      expect(describeAcknowledgement(await join(client, `user:${owner.id}`))).toBe(code)
      expect(client.connected).toBe(true)
      client.close()
    }
    const client = await LiveClient.connect(world.pool.url, owner.token)
    await join(client, `user:${owner.id}`)
    await client.ask('auth', { token: tokenAs(role) })
    await hearsNothingOf(client, `user:${owner.id}`, owner)
  })
})

describe('a client loses its private topics within a second of', () => {
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
      name: 'signing out the device',
      isAdmin: false,
      end: (who) => world.pool.as(who.token).call('endSession', { params: { id: 'current' } }),
    },
    {
      name: 'signing out all other devices, also with its old token',
      isAdmin: false,
      end: (who) => world.pool.as(who.token).call('endOtherSessions', { body: {} }),
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
    for (const client of clients) expect(describeAcknowledgement(await join(client, topic))).toBe('ok')
    expect(describeAcknowledgement(await join(visitor, 'pool'))).toBe('ok')
    expect(describeAcknowledgement(await join(bystander, `user:${world.targetOf('O').id}`))).toBe('ok')
    await end(who)
    const before = clients.map((client) => client.messagesOf(topic).length)
    await Promise.all(clients.map((client) => client.ended(WITHIN_MS)))
    await change(world.targetOf('O'))
    await bystander.heard(`user:${world.targetOf('O').id}`)
    // At most the event that ended the rights was under way; nothing later arrives.
    for (const [i, client] of clients.entries()) expect(client.messagesOf(topic).length - before[i]!).toBeLessThanOrEqual(1)
    expect([visitor.connected, bystander.connected]).toEqual([true, true])
    const back = await LiveClient.connect(world.pool.url, who.token)
    expect(describeAcknowledgement(await join(back, topic))).not.toBe('ok')
  })

  test('a purge of users and entries', async () => {
    const own = await startWorld('early')
    try {
      const { token, id } = own.targetOf('O')
      const member = await LiveClient.connect(own.pool.url, token)
      const kept = await LiveClient.connect(own.pool.url, tokenAs('A', own))
      expect(describeAcknowledgement(await join(member, `user:${id}`))).toBe('ok')
      expect(describeAcknowledgement(await join(kept, 'admin'))).toBe('ok')
      await own.root.call('purgeUsersAndEntries', { body: { confirm: 'DELETE ALL USERS AND ENTRIES' } })
      await member.ended(WITHIN_MS)
      expect(kept.connected).toBe(true)
    } finally {
      await own.stop()
    }
  })

  test('a demotion, but keeps the topics of a member', async () => {
    const who = await world.newcomer('A')
    const client = await LiveClient.connect(world.pool.url, who.token)
    expect(describeAcknowledgement(await join(client, 'admin'))).toBe('ok')
    await world.root.call('adminUpdateUser', { params: { id: who.id }, body: { is_admin: false } })
    await client.ended(WITHIN_MS)
    const back = await LiveClient.connect(world.pool.url, who.token)
    expect(describeAcknowledgement(await join(back, 'admin'))).toBe('forbidden')
    expect(describeAcknowledgement(await join(back, `user:${who.id}`))).toBe('ok')
  })
})

describe('connecting', () => {
  test('is rejected for foreign origins', async () => {
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

  test('with an invalid token makes the client a visitor', async () => {
    for (const auth of [
      { token: 17 },
      { token: ['x'] },
      { token: { a: 1 } },
      { token: 'x'.repeat(5000) },
      { __proto__: null, token: null },
      { token: '' },
    ]) {
      const client = await LiveClient.connectWith(world.pool.url, auth)
      expect(describeAcknowledgement(await join(client, 'pool'))).toBe('ok')
      expect(describeAcknowledgement(await join(client, 'admin'))).toBe('unauthenticated')
    }
  })

  test('with an expired login explains the rejection', async () => {
    const expiring = await world.newcomer('M')
    const secret = world.pool.config.jwtSecret ?? ''
    const client = await LiveClient.connect(world.pool.url, genuineToken(secret, { id: expiring.id, logins: 1 }))
    expect(describeAcknowledgement(await join(client, `user:${expiring.id}`))).toBe('ok')
    await world.pool.as(expiring.token).call('signOutEverywhere', { body: {} })
    await client.ended(WITHIN_MS)
    const back = await LiveClient.connect(world.pool.url, expiring.token)
    expect(describeAcknowledgement(await join(back, `user:${expiring.id}`))).toBe('token_revoked')
  })
})

/** Causes a change that the owner and the admins receive. */
async function change(owner: Person): Promise<void> {
  const entry = await world.freshEntry(owner.id)
  await world.root.call('setPayment', { params: { id: entry }, body: { payment_type: 'cash', is_paid: true } })
}

/** Checks that subscribers received the change and this client did not. */
async function hearsNothingOf(client: LiveClient, topic: string, owner: Person): Promise<void> {
  const witness = await LiveClient.connect(world.pool.url, topic === 'admin' ? tokenAs('A') : owner.token)
  expect(describeAcknowledgement(await join(witness, topic))).toBe('ok')
  const before = client.messagesOf(topic).length
  await change(owner)
  await witness.heard(topic)
  // A connection keeps its order, so a later acknowledgement proves that no message is pending.
  const after: Acknowledgement = await join(client, 'pool')
  expect(describeAcknowledgement(after)).toBe('ok')
  expect(client.messagesOf(topic).length).toBe(before)
  witness.close()
}
