import { type Actor, type Instant, userId, weekId } from '@outlast/domain'
import type { Socket } from 'socket.io-client'
import { describe, expect, it } from 'vitest'
import { emitWithAck, startLiveService, waitUntil } from './support/live-service.ts'

const VISITOR: Actor = { kind: 'visitor' }
const NONCE = 'ab'.repeat(32)
const BEFORE = '2025-09-06T12:00:00.000Z' as Instant
const LOCK = '2025-09-07T16:00:00.000Z' as Instant

interface Heard {
  readonly visitor: string[]
  readonly other: string[]
  readonly admin: string[]
  readonly owner: string[]
}

/**
 * Plays a member's first pick, its changes and the lock, and records the messages that each viewer receives.
 * Each step waits for its effects, so that the number of messages can be compared.
 */
async function play(teams: readonly string[]): Promise<{ readonly before: Heard; readonly after: Heard }> {
  const service = await startLiveService()
  const { submit, asUser, versions } = service
  try {
    for (let i = 0; i < 3; i += 1) await submit(VISITOR, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
    await submit(asUser(1), 'SetSiteTime', { siteTime: BEFORE, running: false })
    await submit(asUser(1), 'ChangeRules', { rules: { missedPick: 'auto' } })
    for (const weekNumber of [1, 2]) await submit(asUser(1), 'AddWeek', { seasonYear: 2025, weekNumber })
    // The admin has an entry too.
    for (const id of [2, 3, 1]) await submit(asUser(id), 'CreateEntry', { userId: userId(id), name: `Entry of ${id}` })
    const heard: Heard = { visitor: [], other: [], admin: [], owner: [] }
    const own = { visitor: [], other: ['user:3'], admin: ['user:1', 'admin'], owner: ['user:2'] } as const
    const everywhere = ['pool', 'week:1', 'week:2', 'season:2025']
    const tokens = { visitor: undefined, other: 3, admin: 1, owner: 2 } as const
    const sockets = new Map<keyof Heard, Socket>()
    const reached = new Map<string, number>()
    for (const who of ['visitor', 'other', 'admin', 'owner'] as const) {
      const id = tokens[who]
      const socket = service.connect(id === undefined ? {} : { token: service.tokenOf(id) })
      const hear = (event: string) => (message: { topic: string; to: number }) => {
        heard[who].push(JSON.stringify([event, message]))
        reached.set(`${who} ${message.topic}`, message.to)
      }
      socket.on('changes', hear('changes'))
      socket.on('reset', hear('reset'))
      for (const topic of [...everywhere, ...own[who]]) {
        const acknowledgement = await emitWithAck(socket, 'join', { topic })
        reached.set(`${who} ${topic}`, acknowledgement.ok ? acknowledgement.version : -1)
      }
      sockets.set(who, socket)
    }
    const arrived = () =>
      waitUntil('everything is heard', () =>
        [...sockets.keys()].every((who) =>
          [...everywhere, ...own[who]].every((topic) => reached.get(`${who} ${topic}`) === versions.current(topic as 'pool')),
        ),
      )
    const pick = (owner: number, team: string) =>
      submit(asUser(owner), 'SubmitPick', { entryId: (owner - 1 || 3) as never, weekId: weekId(1), team, nonce: NONCE })
    const step = async (what: Promise<unknown>): Promise<void> => {
      expect(await what).toBeDefined()
      await arrived()
    }
    for (const team of teams) {
      await step(pick(2, team))
      await step(submit(asUser(2), 'SetRanking', { entryId: 1 as never, teams: [team, 'CHI'], nonce: NONCE }))
    }
    await step(pick(3, 'DET'))
    await step(submit(asUser(1), 'CreateEntry', { userId: userId(3), name: 'One more' }))
    await step(pick(2, teams[0]!))
    await step(submit(asUser(1), 'SetPayment', { entryId: 1 as never, paymentType: 'cash', paidDate: null }))
    await step(submit(asUser(1), 'SetIneligibleTeams', { weekId: weekId(1), teams: ['NYJ'] }))
    const before: Heard = structuredClone(heard)
    await step(submit(asUser(1), 'SetSiteTime', { siteTime: LOCK, running: false }))
    await waitUntil('the reveal', () => heard.visitor.some((message) => message.includes('"reveal"')))
    return { before, after: heard }
  } finally {
    await service.close()
  }
}

/** Removes times of the database's clock and values derived from them. */
const comparable = (messages: readonly string[]): readonly string[] =>
  messages.map((message) => message.replaceAll(/"20\d\d-\d\d-\d\dT(?!16:00:00\.000Z|12:00:00\.000Z)[\d:.]+Z"/g, '"<time>"'))

describe('live messages before the lock', () => {
  it('depend on a hidden pick and a ranking neither in content nor in number', async () => {
    const one = await play(['KC', 'SF', 'KC'])
    const two = await play(['BUF', 'GB', 'BUF'])
    for (const who of ['visitor', 'other', 'admin'] as const) {
      expect(comparable(one.before[who])).toEqual(comparable(two.before[who]))
      expect(one.before[who].length).toBeGreaterThan(3)
      expect(one.before[who].join()).not.toMatch(/"(KC|SF|CHI)"/)
    }
    // The test is effective: the owner receives the difference, and everybody does after the lock.
    expect(comparable(one.before.owner)).not.toEqual(comparable(two.before.owner))
    expect(comparable(one.after.visitor)).not.toEqual(comparable(two.after.visitor))
    expect(one.before.owner.join()).toContain('"ranking":["KC","CHI"]')
    // A ranking stays secret after the lock.
    for (const who of ['visitor', 'other', 'admin'] as const) expect(one.after[who].join()).not.toContain('"CHI"')
  })

  it('reveal neither that a pick or a ranking was changed nor how often', async () => {
    const once = await play(['KC'])
    const often = await play(['KC', 'SF', 'GB', 'KC', 'SF', 'KC'])
    for (const who of ['visitor', 'other', 'admin'] as const) {
      expect(once.before[who]).toHaveLength(often.before[who].length)
    }
  })
})
