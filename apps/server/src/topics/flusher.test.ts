import type { ChangesMessage, ResetMessage } from '@outlast/contract/live/wire'
import { describe, expect, it } from 'vitest'
import { type Concern, concern, entries, PICK_COUNT, RESET } from './concerns.ts'
import { Flusher } from './flusher.ts'
import type { LiveReader } from './reader.ts'
import { Rooms } from './rooms.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A process whose memory lags behind the database, and time that passes when the test says so. */
function world() {
  const state = { memory: 0, database: 0, nowMs: 10_000, reads: 0, isAway: false }
  const messages: ChangesMessage[] = []
  const resets: ResetMessage[] = []
  const rooms = new Rooms()
  const timers: { readonly atMs: number; readonly run: () => void }[] = []
  let reached = (): void => {}
  const reader: LiveReader = {
    read: async (use) => {
      state.reads += 1
      if (state.isAway) throw new Error('away')
      const position = state.database
      const row = (id: number) => ({ id, name: `as of ${position}`, team: null, is_override: false })
      return use({
        position,
        pickCount: () => Promise.resolve(position),
        weekEntries: (_weekId: number, ids: readonly number[]) => Promise.resolve(ids.map(row)),
      } as never)
    },
  }
  const flusher = new Flusher({
    rooms,
    reader,
    follower: {
      get position() {
        return state.memory
      },
      caughtUpTo: async (position) => {
        while (state.memory < position) await new Promise<void>((resolve) => (reached = resolve))
      },
    },
    broadcast: { changes: (message) => messages.push(message), reset: (message) => resets.push(message) },
    nowMs: () => state.nowMs,
    later: (ms, run) => {
      timers.push({ atMs: state.nowMs + ms, run })
      return () => {}
    },
    log: { warn: () => {} },
  })
  return {
    state,
    rooms,
    messages,
    resets,
    flusher,
    /** The follower folds an event. */
    fold: async (position: number, ...concerns: readonly Concern[]) => {
      rooms.note(position, concerns)
      state.memory = position
      state.database = Math.max(state.database, position)
      reached()
      flusher.wake()
      await settled()
    },
    pass: async (ms: number) => {
      state.nowMs += ms
      const due = timers.filter((timer) => timer.atMs <= state.nowMs)
      for (const timer of due) timers.splice(timers.indexOf(timer), 1)
      for (const timer of due) timer.run()
      await settled()
    },
  }
}

describe('the flusher', () => {
  it('says what the tables say at a position only once memory has come there', async () => {
    const { state, rooms, messages, fold } = world()
    rooms.enter('week:1', 0)
    state.database = 7
    await fold(5, concern('week:1', entries(1)))
    expect(messages).toEqual([])
    await fold(6, concern('week:1', entries(2)))
    rooms.note(7, [concern('week:1', entries(3))])
    await fold(7)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ from: 0, to: 7 })
    expect(
      messages[0]?.changes.map((change) => 'entry' in change && [change.entry.id, 'name' in change.entry && change.entry.name]),
    ).toEqual([
      [1, 'as of 7'],
      [2, 'as of 7'],
      [3, 'as of 7'],
    ])
  })

  it('leaves what happened after the position for the next message', async () => {
    const { state, rooms, messages, fold, pass } = world()
    rooms.enter('week:1', 0)
    state.isAway = true
    await fold(5, concern('week:1', entries(1)))
    state.isAway = false
    // The database is read while it stands at 5; memory goes on meanwhile.
    rooms.note(6, [concern('week:1', entries(2))])
    state.memory = 6
    await pass(500)
    expect(messages.map(({ from, to }) => [from, to])).toEqual([[0, 5]])
    state.database = 6
    await pass(500)
    expect(messages.map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [5, 6],
    ])
  })

  it('counts picks a few times a second, however many there are, and reads nothing for what events tell', async () => {
    const { state, rooms, messages, fold, pass } = world()
    rooms.enter('week:1', 0)
    rooms.enter('user:2', 0)
    for (let n = 1; n <= 20; n += 1) {
      const mine = concern('user:2', { what: 'pick_cleared', entryId: 1, weekId: 1 })
      await fold(n, concern('week:1', PICK_COUNT), mine)
    }
    expect(messages.filter(({ topic }) => topic === 'user:2')).toHaveLength(20)
    expect(messages.filter(({ topic }) => topic === 'week:1')).toHaveLength(1)
    expect(state.reads).toBe(1)
    await pass(250)
    expect(messages.at(-1)).toMatchObject({ topic: 'week:1', to: 20, changes: [{ kind: 'pick_count', pick_count: 20 }] })
  })

  it('tells to fetch when too much changed, and never replays what came before', async () => {
    const { rooms, messages, resets, fold, pass } = world()
    const room = rooms.enter('week:1', 0)
    await fold(1, concern('week:1', entries(1)))
    expect(room.ring.since(0, 10_000)).toHaveLength(1)
    await fold(2, concern('week:1', RESET))
    expect(resets).toEqual([{ topic: 'week:1', to: 2 }])
    expect(room.ring.since(0, 10_000)).toBeUndefined()
    await fold(3, concern('week:1', entries(...Array.from({ length: 501 }, (_, id) => id))))
    await pass(100)
    expect(resets).toHaveLength(2)
    expect(messages).toHaveLength(1)
  })
})
