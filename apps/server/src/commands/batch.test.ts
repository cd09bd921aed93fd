import { type Command, entryId, type Instant, instantFromMs, type CommandEnvelope, userId, weekId } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import { Batch } from './batch.ts'
import { chainHash, eventHashOf, GENESIS } from '../log/chain.ts'
import { advance, emptyLogState, type LogState } from '../pool/follower.ts'

const at = (time: string): Instant => instantFromMs(Date.parse(time))
const BEFORE = at('2025-09-01T12:00:00.000Z')
const LOCK = at('2025-09-07T16:00:00.000Z')
const NO_DATABASE = undefined as never
const NONCE = 'ab'.repeat(32)

const commandBy = (user: number, type: Command['type'], data: object): CommandEnvelope => ({
  command: { type, data } as Command,
  actor: user === 0 ? { kind: 'visitor' } : { kind: 'user', userId: userId(user), tokenVersion: 1 },
})
const pick = (team: string): CommandEnvelope => commandBy(1, 'SubmitPick', { entryId: 1, weekId: 1, team, nonce: NONCE })

/** A log state with an admin, an entry of theirs, and week 1 of 2025. */
function stateWithEntry(): LogState {
  const state = emptyLogState()
  const batch = new Batch(NO_DATABASE, state, BEFORE)
  for (const command of [
    commandBy(0, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' }),
    commandBy(1, 'AddWeek', { seasonYear: 2025, weekNumber: 1 }),
    commandBy(1, 'CreateEntry', { userId: 1, name: 'One' }),
  ]) {
    expect(batch.decide(command).outcome.ok).toBe(true)
  }
  for (const event of batch.events) advance(state, event)
  return state
}

describe('Batch', () => {
  it('shows each command the effects of the earlier ones, and leaves the base state unchanged', () => {
    const state = stateWithEntry()
    const batch = new Batch(NO_DATABASE, state, BEFORE)
    expect(batch.decide(commandBy(1, 'CreateEntry', { userId: 1, name: 'Two' })).outcome.ok).toBe(true)
    expect(batch.decide(commandBy(1, 'CreateEntry', { userId: 1, name: 'TWO' })).outcome).toMatchObject({
      violation: { code: 'entry_name_taken' },
    })
    expect([...batch.pool.entries.values()].map(({ name }) => name)).toEqual(['One', 'Two'])
    expect([...state.pool.entries.values()].map(({ name }) => name)).toEqual(['One'])
  })

  it('records a due lock before a late pick, and rejects the pick', () => {
    const batch = new Batch(NO_DATABASE, stateWithEntry(), LOCK)
    const late = batch.decide(pick('KC'))
    expect(late.outcome).toMatchObject({ ok: false, violation: { code: 'week_locked' } })
    expect(late.events().map((event) => event.type)).toEqual(['WeekLocked'])
    expect(batch.decide(pick('KC')).hasEvents).toBe(false)
    expect(batch.events.map((event) => event.type)).toEqual(['WeekLocked'])
    expect(batch.pool.rounds.get(weekId(1))?.locked).not.toBeNull()
    expect(batch.pool.entries.get(entryId(1))?.picks).toEqual([])
  })

  it('accepts a pick in the last millisecond, recorded at the given time', () => {
    const last = instantFromMs(Date.parse(LOCK) - 1)
    const { outcome, events } = new Batch(NO_DATABASE, stateWithEntry(), last).decide(pick('KC'))
    expect(outcome.ok).toBe(true)
    expect(events()).toMatchObject([{ type: 'PickSubmitted', recordedAt: last }])
  })

  it('chains its events to the log and to each other, and continues the version of each stream', () => {
    const state = stateWithEntry()
    const batch = new Batch(NO_DATABASE, state, BEFORE)
    for (const team of ['KC', 'SF']) batch.decide(pick(team))
    batch.decide(commandBy(1, 'AddWeek', { seasonYear: 2025, weekNumber: 2 }))
    batch.decide(commandBy(1, 'AmendEntry', { entryId: entryId(1), name: 'Another name' }))
    expect(batch.events.map(({ position, stream, version }) => [position, stream, version])).toEqual([
      [state.head.position + 1, 'week-1-picks', 1],
      [state.head.position + 2, 'week-1-picks', 2],
      [state.head.position + 3, 'week-2', 1],
      [state.head.position + 4, 'entry-1', 2],
    ])
    let previous = state.head.hash
    expect(previous).not.toBe(GENESIS)
    for (const event of batch.events) {
      expect(event.hash).toBe(chainHash(previous, eventHashOf(event)))
      previous = event.hash
    }
    expect(new Set(batch.events.map((event) => event.eventId)).size).toBe(4)
  })
})
