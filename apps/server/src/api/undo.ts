import { errorMessage } from '@outlast/contract/errors'
import type { LastAction } from '@outlast/contract/rest/admin/undo'
import {
  type AdminAction,
  type CommandEnvelope,
  type PoolState,
  previewCommands,
  RuleViolation,
  scheduleWeekId,
  visibleTo,
  type WeekId,
} from '@outlast/domain'
import { nodeHashing } from '../log/hashing.ts'
import { commandCall } from '../http/command-call.ts'
import { handlers, type RequestContext } from '../http/handler.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** The last action of an admin, and its undoing (docs/rules.md §10.5). */
export function undoRoutes({ pool }: Pick<ReadDependencies, 'pool'>) {
  return handlers({
    lastAction: async (_input, context) => {
      const action = pool().lastAction
      if (action === null) return { status: 200, body: { action: null, problem: null } }
      return { status: 200, body: { action: toAction(pool(), action), problem: problemOf(pool(), action, context) } }
    },
    undoAction: commandCall('undoAction', {
      toCommand: ({ body }, { newNonce }) => ({ type: 'UndoAction', data: { position: body.position, nonce: newNonce() } }),
      toResponse: ({ reply }) => reply,
      answer: (body) => ({ status: 200, body }),
    }),
  })
}

function toAction(pool: PoolState, action: AdminAction): LastAction['action'] {
  const entry = 'entryId' in action ? pool.entries.get(action.entryId) : undefined
  const week = 'weekId' in action ? pool.rounds.get(action.weekId) : undefined
  const game = action.kind === 'game' ? gamesIn(pool, action.weekId).find(({ id }) => id === action.earlier.id) : undefined
  return {
    position: action.position,
    kind: action.kind,
    done_at: action.recordedAt,
    actor_id: action.actor,
    entry: entry === undefined ? null : { id: entry.id, name: entry.name },
    game: game === undefined ? null : { id: game.id, away_team_abbr: game.away, home_team_abbr: game.home },
    picks: action.kind === 'import' ? action.picks.length : null,
    week: week === undefined ? null : { id: week.id, season_year: week.seasonYear, week_number: week.weekNumber },
  }
}

const gamesIn = (pool: PoolState, weekId: WeekId) => pool.schedule.get(scheduleWeekId(weekId))?.games ?? []

/** Returns why the action cannot be undone; null if it can. */
function problemOf(pool: PoolState, { position }: AdminAction, { actor, now, newNonce }: RequestContext): string | null {
  const command: CommandEnvelope['command'] = { type: 'UndoAction', data: { position, nonce: newNonce() } }
  try {
    previewCommands(visibleTo(pool, actor), [{ command, actor }], now, nodeHashing)
    return null
  } catch (error) {
    if (error instanceof RuleViolation) return errorMessage(error.code, error.details)
    throw error
  }
}
