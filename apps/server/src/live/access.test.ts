import { emptyPool, instantFromMs, runCommand, userId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { VISITOR, type Viewer } from '../accounts/viewer.ts'
import { nodeHashing } from '../log/hashing.ts'
import { accessTo } from './access.ts'

const pool = emptyPool()
for (const seasonYear of [2024, 2025]) {
  const add = { type: 'AddWeek', data: { seasonYear, weekNumber: 1 } } as const
  runCommand(pool, { command: add, actor: { kind: 'system' } }, instantFromMs(0), nodeHashing)
}
const member: Viewer = { kind: 'member', userId: userId(2) }
const admin: Viewer = { kind: 'admin', userId: userId(1) }

/** The access of a visitor, member 2 and admin 1. */
const TABLE: readonly (readonly [string, string, string, string])[] = [
  ['pool', 'ok', 'ok', 'ok'],
  ['week:1', 'ok', 'ok', 'ok'],
  ['week:3', 'topic_not_found', 'topic_not_found', 'topic_not_found'],
  ['season:2025', 'ok', 'ok', 'ok'],
  ['season:2024', 'ok', 'ok', 'ok'],
  ['season:2026', 'topic_not_found', 'topic_not_found', 'topic_not_found'],
  ['user:2', 'unauthenticated', 'ok', 'topic_not_found'],
  ['user:1', 'unauthenticated', 'topic_not_found', 'ok'],
  ['admin', 'unauthenticated', 'forbidden', 'ok'],
  ['user:0', 'topic_not_found', 'topic_not_found', 'topic_not_found'],
  ['user:2 ', 'topic_not_found', 'topic_not_found', 'topic_not_found'],
  ['', 'topic_not_found', 'topic_not_found', 'topic_not_found'],
]

describe('accessTo', () => {
  it.each(TABLE)('checks access to "%s" for a visitor, a member and an admin', (topic, ...expected) => {
    const results = [VISITOR, member, admin].map((viewer) => accessTo(topic, viewer, pool))
    expect(results.map((access) => (access.ok ? 'ok' : access.code))).toEqual(expected)
  })

  it('returns the parsed topic', () => {
    expect(accessTo('user:2', member, pool)).toEqual({ ok: true, topic: 'user:2', parsed: { kind: 'user', id: 2 } })
    expect(accessTo('week:2', VISITOR, pool)).toEqual({ ok: true, topic: 'week:2', parsed: { kind: 'week', id: 2 } })
  })

  it('rejects every season in a pool without weeks', () => {
    expect(accessTo('season:2025', admin, emptyPool())).toEqual({ ok: false, code: 'topic_not_found' })
  })
})
