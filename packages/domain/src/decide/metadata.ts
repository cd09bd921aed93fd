import type { Actor, Command } from '../commands.ts'
import type { EventMetadata } from '../events/events.ts'
import type { PoolState } from '../state/state.ts'
import { parsePickId, type UserId } from '../values/ids.ts'
import { actingRole } from '../values/roles.ts'
import { COMMAND_NEEDS } from './command-needs.ts'
import { SYSTEM } from './context.ts'

/** The metadata of an event that says nothing of a reason. */
export function withoutReason(metadata: EventMetadata): EventMetadata {
  const { reason: _reason, ...others } = metadata
  return others
}

/** Who sent a command, and in which role: what the log says of the events that follow from it. */
export function actorMetadata(state: PoolState, actor: Actor, command: Command): EventMetadata {
  if (actor.kind === 'system') return SYSTEM
  if (actor.kind === 'visitor') return { actor: null, role: 'visitor' }
  const user = state.users.get(actor.userId)
  const need = COMMAND_NEEDS[command.type]
  const reason = 'reason' in command.data && command.data.reason ? { reason: command.data.reason } : {}
  const program = actor.program === undefined ? {} : { program: actor.program.id }
  const role = isProxy(state, actor.userId, command) ? 'proxy' : user === undefined ? 'member' : actingRole(user, need)
  return { actor: actor.userId, role, ...reason, ...program }
}

/** Whether the command is about a member's own choice of a pick, and its sender is not that member. */
function isProxy(state: PoolState, sender: UserId, { type, data }: Command): boolean {
  if (type !== 'SubmitPick' && type !== 'ChangePick' && type !== 'ClearPick') return false
  const entry = state.entries.get('entryId' in data ? data.entryId : parsePickId(data.pickId).entryId)
  return entry !== undefined && entry.userId !== sender
}
