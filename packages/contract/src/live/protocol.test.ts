import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { encodeReveal } from './reveal-codes.ts'
import { acknowledgement, CLIENT_MESSAGES, resetMessage, TOPIC_SCHEMAS } from './wire.ts'
import { TEAM_NAMES } from './test-support.ts'
import { parseTopic, seasonTopic, type Topic, type TopicKind, TOPICS, userTopic, weekTopic } from './topics.ts'

/**
 * Hash of the schemas of all live messages. When it changes, deployed clients and servers exchange something new: optional
 * additions are safe, anything else needs clients to reload first. Update it together with docs/live.md and the changelog.
 */
const PINNED = 'bb02d8231f3ecc014711730c28ecf6d56d3afde4c527950c931823eb65c68c3b'

/** Every kind of topic, so that a new one changes the hash. */
const KINDS = Object.keys(TOPICS) as TopicKind[]

const NAMES: Readonly<Record<TopicKind, Topic>> = {
  week: weekTopic(1),
  season: seasonTopic(2025),
  pool: 'pool',
  user: userTopic(1),
  admin: 'admin',
}

function wire(): unknown {
  const marks = [
    { is_override: true, is_auto: false },
    { is_override: false, is_auto: false },
    { is_override: false, is_auto: true },
  ]
  const reveal = TEAM_NAMES.flatMap((team) => marks.map((mark) => ({ kind: 'pick' as const, team, ...mark })))
  const schemas = {
    ...CLIENT_MESSAGES,
    answer: acknowledgement,
    reset: resetMessage,
    ...Object.fromEntries(KINDS.map((kind) => [`changes ${kind}`, TOPIC_SCHEMAS[kind].message])),
    ...Object.fromEntries(KINDS.map((kind) => [`snapshot ${kind}`, TOPIC_SCHEMAS[kind].snapshot])),
  }
  return {
    schemas: Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema)]),
    topics: KINDS.map((kind) => NAMES[kind]),
    reveal: encodeReveal([...reveal, { kind: 'missed' }, { kind: 'absent' }]),
  }
}

describe('the live protocol', () => {
  it('has the pinned message schemas', () => {
    expect(createHash('sha256').update(JSON.stringify(wire())).digest('hex')).toBe(PINNED)
  })

  it('is documented in docs/live.md with every topic and every kind of change', () => {
    const page = readFileSync(new URL('../../../../docs/live.md', import.meta.url), 'utf8')
    const changes = KINDS.flatMap(
      (kind) => JSON.stringify(z.toJSONSchema(TOPIC_SCHEMAS[kind].message)).match(/"const":"\w+"/g) ?? [],
    )
    expect(changes.length).toBeGreaterThan(20)
    for (const kind of KINDS) expect(page).toMatch(new RegExp(`\\| \`${kind}[:\`]`))
    for (const change of changes) expect(page).toContain(`\`${change.split('"')[3]}\``)
  })

  it('parseTopic accepts the names of topics only', () => {
    expect(parseTopic('week:12')).toEqual({ kind: 'week', id: 12 })
    expect(parseTopic('season:2025')).toEqual({ kind: 'season', id: 2025 })
    expect(parseTopic('user:3')).toEqual({ kind: 'user', id: 3 })
    // Every id that a REST path accepts must be valid in a topic, so that an unknown week gives 404 and not an error.
    expect(parseTopic(weekTopic(Number.MAX_SAFE_INTEGER))).toEqual({ kind: 'week', id: Number.MAX_SAFE_INTEGER })
    for (const text of [
      '710ac8c7cf9e1d987e4c6d007ab46f6984b9237ce2cb45b6981a46e2509c63dc',
      'week',
      'week:',
      'week:0',
      'week:01',
      'week:-1',
      'week:1e3',
      'week:9007199254740992',
      'pool:1',
      'ADMIN',
      'user:9999999999999999',
      '__proto__',
    ])
      expect(parseTopic(text)).toBeUndefined()
  })

  it('rejects client messages of any other shape', () => {
    const { join, leave, auth } = CLIENT_MESSAGES
    expect(join.safeParse({ topic: 'week:1', have: 0 }).success).toBe(true)
    for (const bad of [
      undefined,
      null,
      'week:1',
      [],
      {},
      { topic: 'week:0' },
      { topic: 'pool', have: -1 },
      { topic: 'pool', more: 1 },
      { topic: { a: 1 } },
    ])
      expect(join.safeParse(bad).success).toBe(false)
    expect(leave.safeParse({ topic: 'x'.repeat(99) }).success).toBe(false)
    expect(auth.safeParse({ token: null }).success).toBe(true)
    expect(auth.safeParse({ token: 'x'.repeat(5000) }).success).toBe(false)
  })
})
