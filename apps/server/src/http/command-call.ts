import type { PreviewableCall } from '@outlast/contract/endpoints'
import type { RouteInput } from '@outlast/contract/routes'
import type { Command, CommandData, CommandType, EventMetadata } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { AcceptedCommand } from '../commands/queued-command.ts'
import type { Tables } from '../database/tables.ts'
import type { HandlerResponse, RequestContext } from './handler.ts'

/** The command that a call sends. */
export interface CallCommand<T extends CommandType = CommandType> {
  readonly type: T
  readonly data: CommandData[T]
  /** Commands that are run before it, all or none. */
  readonly first?: readonly Command[] | undefined
}

/** What a command may be made from besides the input. */
type CommandContext = Pick<RequestContext, 'actor' | 'newNonce'>

type ToCommand<Id extends PreviewableCall, T extends CommandType = CommandType> = (
  input: RouteInput<Id>,
  context: CommandContext,
) => CallCommand<T> | Promise<CallCommand<T>>

/** The handler of a call that sends one command. A preview asks it for the command alone. */
export interface CommandHandler<Id extends PreviewableCall> {
  (input: RouteInput<Id>, context: RequestContext): Promise<HandlerResponse<Id>>
  readonly toCommand: ToCommand<Id>
}

interface CommandCall<Id extends PreviewableCall, T extends CommandType, R> {
  readonly toCommand: ToCommand<Id, T>
  /** Like the options of `Submit`. */
  readonly toResponse: (accepted: AcceptedCommand<T>, input: RouteInput<Id>, context: RequestContext) => R | Promise<R>
  readonly effects?: (tx: Kysely<Tables>, accepted: AcceptedCommand<T>, input: RouteInput<Id>) => Promise<void>
  readonly metadata?: (input: RouteInput<Id>) => Pick<EventMetadata, 'reason'>
  readonly answer: (response: R) => HandlerResponse<Id> | Promise<HandlerResponse<Id>>
}

/** Makes the handler of a call that sends one command, from what it sends and what it answers. */
export function commandCall<const Id extends PreviewableCall, const T extends CommandType, R>(
  id: Id,
  { toCommand, toResponse, effects, metadata, answer }: CommandCall<Id, T, R>,
): CommandHandler<Id> {
  const handle = async (input: RouteInput<Id>, context: RequestContext): Promise<HandlerResponse<Id>> => {
    const { type, data } = await toCommand(input, context)
    const response = await context.submit(type, data, {
      toResponse: (accepted) => toResponse(accepted, input, context),
      ...(effects && { effects: (tx, accepted) => effects(tx, accepted, input) }),
      ...(metadata && { metadata: metadata(input) }),
    })
    return answer(response)
  }
  return previewedCall(id, toCommand, handle)
}

/** Makes the handler of a call that has a preview and submits in its own way: for example with data that is read under the lock. */
export function previewedCall<const Id extends PreviewableCall>(
  _id: Id,
  toCommand: ToCommand<Id>,
  handle: (input: RouteInput<Id>, context: RequestContext) => Promise<HandlerResponse<Id>>,
): CommandHandler<Id> {
  return Object.assign(handle, { toCommand })
}
