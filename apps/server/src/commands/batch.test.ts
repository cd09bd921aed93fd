import {
  type Command,
  entryId,
  type Instant,
  instantFromMs,
  type CommandEnvelope,
  type StreamName,
  userId,
  weekId,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Batch } from './batch.ts'
import type { Tables } from '../database/tables.ts'
import { chainHash, eventHashOf, GENESIS } from '../log/chain.ts'
import type { StoredEvent } from '../log/stored-event.ts'
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

  it('continues a batch that is not committed yet: its pool, its streams and its chain', async () => {
    const state = stateWithEntry()
    const first = new Batch(NO_DATABASE, state, BEFORE)
    first.decide(pick('KC'))
    const second = new Batch(NO_DATABASE, state, BEFORE, first)
    second.decide(pick('SF'))
    const third = new Batch(NO_DATABASE, state, BEFORE, second)
    expect([first.depth, second.depth, third.depth]).toEqual([0, 1, 2])
    expect(first.after).toEqual({ position: state.head.position, hash: state.head.hash })
    const [picked, changed] = [first.events[0]!, second.events[0]!]
    expect(second.after).toEqual({ position: picked.position, hash: picked.hash })
    expect(third.after).toEqual({ position: changed.position, hash: changed.hash })
    expect([changed.position, changed.version]).toEqual([picked.position + 1, 2])
    expect(changed.hash).toBe(chainHash(picked.hash, eventHashOf(changed)))
    expect([first.lastHash, second.lastHash]).toEqual([picked.hash, changed.hash])
    expect(await second.eventAt(changed.position)).toBe(changed)
    expect(await second.eventAt(changed.position + 1)).toBeUndefined()
    await expect(second.eventAt(picked.position)).rejects.toThrow(Error)
  })

  it('has a transaction only under the append lock', () => {
    expect(() => new Batch(undefined, stateWithEntry(), BEFORE).tx).toThrow(Error)
    const tx = {} as Kysely<Tables>
    expect(new Batch(tx, stateWithEntry(), BEFORE).tx).toBe(tx)
  })

  it('gives its events in pieces, and each command its own, in any order', () => {
    const batch = new Batch(NO_DATABASE, stateWithEntry(), BEFORE)
    const decide = (...teams: readonly string[]) => teams.map((team) => batch.decide(pick(team)))
    const teamsOf = (events: readonly StoredEvent[]) =>
      events.map((event) => (event.type === 'PickSubmitted' ? event.data.team : event.type))
    decide('KC', 'SF', 'NYJ', 'MIA', 'BUF')
    const pieces = batch.pieces(2)
    expect(teamsOf(pieces.next().value ?? [])).toEqual(['KC', 'SF'])
    const [late] = decide('DAL')
    expect(late?.hasEvents).toBe(true)
    expect(teamsOf(late?.events() ?? [])).toEqual(['DAL'])
    const [later] = decide('GB')
    expect([...pieces].map(teamsOf)).toEqual([['NYJ', 'MIA'], ['BUF', 'DAL'], ['GB']])
    expect(teamsOf(late?.events() ?? [])).toEqual(['DAL'])
    expect(teamsOf(later?.events() ?? [])).toEqual(['GB'])
    expect(teamsOf(batch.events)).toEqual(['KC', 'SF', 'NYJ', 'MIA', 'BUF', 'DAL', 'GB'])
    expect([...batch.pieces(7)].map(({ length }) => length)).toEqual([7])
    expect([...new Batch(NO_DATABASE, stateWithEntry(), BEFORE).pieces(2)]).toEqual([])
  })

  it('seals only the pieces that were asked for', () => {
    const batch = new Batch(NO_DATABASE, stateWithEntry(), BEFORE)
    for (const team of ['KC', 'SF', 'NYJ']) batch.decide(pick(team))
    batch.pieces(1).next()
    expect(batch.streamLengths.get('week-1-picks' as StreamName)).toBe(1)
    expect(batch.lastHash).toBe(batch.events.at(-1)?.hash)
    expect(batch.streamLengths.get('week-1-picks' as StreamName)).toBe(3)
  })
})
