import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashing, nonceOf } from '../tests/hashing.ts'
import { type CommandObserver, playSeason } from '../tests/season-play.ts'
import { seasons } from '../tests/season-steps.ts'
import {
  type CommandEnvelope,
  forkPool,
  type Instant,
  participantsOf,
  type PoolState,
  position,
  previewCommands,
  runCommand,
  seasonResults,
  weeksOfSeason,
} from './index.ts'

const SEASONS = [2025, 2026]

it('taking back an action at once restores every standing and lock time, in random seasons', { timeout: 300_000 }, () => {
  const undone = new Map<string, number>()
  const observe: CommandObserver = (pool, _sent, now) => {
    const before = factsOf(dueStateOf(pool, now))
    return ({ recorded }) => {
      const action = pool.lastAction
      if (action === null || !recorded.some((event) => event.position === action.position)) return
      const after = forkPool(pool)
      const undo: CommandEnvelope = {
        command: { type: 'UndoAction', data: { position: position(action.position), nonce: nonceOf(1) } },
        actor: { kind: 'system' },
      }
      const { outcome } = runCommand(after, undo, now, hashing)
      if (!outcome.ok) return
      previewCommands(pool, [undo], now, hashing)
      undone.set(action.kind, (undone.get(action.kind) ?? 0) + 1)
      // Setting an open week to final also locks it, and a lock stays.
      if (recorded.some(({ type }) => type === 'WeekLocked' || type === 'WeekReopened')) return
      if (!isDeepStrictEqual(factsOf(after), before)) {
        throw new Error(`${action.kind}: ${JSON.stringify(factsOf(after))} instead of ${JSON.stringify(before)}`)
      }
    }
  }
  fc.assert(
    fc.property(seasons, (season) => playSeason(season, new Map(), observe)),
    { numRuns: 300 },
  )
  expect([...undone.keys()].sort()).toEqual(['elimination', 'finals', 'lock', 'override', 'reinstatement'])
})

/** What must be as before: the standing of every entry, and the lock time of every week. */
function factsOf(state: PoolState) {
  return SEASONS.map((year) => ({
    standings: participantsOf(state, seasonResults(state, year)).map(({ entry, standing }) => [entry.id, standing]),
    locks: weeksOfSeason(state, year).map(({ id, lockTime, lockIsAutomatic }) => [id, lockTime, lockIsAutomatic]),
  }))
}

function dueStateOf(pool: PoolState, now: Instant): PoolState {
  const state = forkPool(pool)
  runCommand(state, { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }, now, hashing)
  return state
}
