import { allPicks } from './state/entry-picks.ts'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { hashing, nonceOf } from '../tests/hashing.ts'
import { observeHistories } from '../tests/histories/observe.ts'
import type { Observer } from '../tests/histories/play.ts'
import {
  mainContest,
  type CommandEnvelope,
  forkPool,
  type Instant,
  participantsOf,
  type PoolState,
  position,
  previewCommands,
  runCommand,
  seasonResults,
  visibleTo,
  roundsOf,
} from './index.ts'

const SEASONS = [2025, 2026]
const HISTORIES = 100

it('taking back an action at once restores every standing and lock time, in random histories', { timeout: 300_000 }, () => {
  const undone = new Map<string, number>()
  const observe: Observer = (pool, _sent, now) => {
    const before = factsOf(dueStateOf(pool, now))
    return ({ recorded }) => {
      const action = pool.lastAction
      if (action === null || !recorded.some((event) => event.position === action.position)) return
      const after = forkPool(pool)
      const undo: CommandEnvelope = {
        command: { type: 'UndoAction', data: { position: position(action.position), nonce: nonceOf(1) } },
        actor: { kind: 'system' },
      }
      const run = runCommand(after, undo, now, hashing)
      if (!run.outcome.ok) return
      // Of an import, picks about which hidden ones would decide stay.
      if (action.kind === 'import' && run.recorded.length <= action.picks.length) return
      previewCommands(visibleTo(pool, undo.actor), [undo], now, hashing)
      undone.set(action.kind, (undone.get(action.kind) ?? 0) + 1)
      // Setting an open week to final also locks it, and a lock stays. So does a week that is added with a lock time of its own.
      if (recorded.some(({ type }) => type === 'WeekLocked' || type === 'WeekReopened' || type === 'WeekAdded')) return
      if (!isDeepStrictEqual(factsOf(after), before)) {
        throw new Error(`${action.kind}: ${JSON.stringify(factsOf(after))} instead of ${JSON.stringify(before)}`)
      }
    }
  }
  observeHistories(HISTORIES, () => observe)
  expect([...undone.keys()].sort()).toEqual([
    'close',
    'current_week',
    'elimination',
    'finals',
    'game',
    'import',
    'lock',
    'override',
    'reinstatement',
    'split',
  ])
})

/** What must be as before: the standing of every entry, its automatic picks, the current week, and the lock time of every week. */
function factsOf(state: PoolState) {
  return SEASONS.map((year) => ({
    standings: participantsOf(state, seasonResults(state, mainContest(year))).map(({ entry, standing }) => [entry.id, standing]),
    automatic: [...state.entries.values()]
      .flatMap((entry) =>
        allPicks(entry).flatMap(({ weekId, team, assignedBy }) =>
          assignedBy === null ? [] : [`${entry.id} ${weekId} ${team} ${assignedBy}`],
        ),
      )
      .sort(),
    current: state.currentWeekId,
    locks: roundsOf(state, mainContest(year)).map(({ id, lockTime, lockIsAutomatic }) => [id, lockTime, lockIsAutomatic]),
  }))
}

function dueStateOf(pool: PoolState, now: Instant): PoolState {
  const state = forkPool(pool)
  runCommand(state, { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }, now, hashing)
  return state
}
