import type { PreviewableCall, RouteId } from '@outlast/contract/endpoints'
import { parseRequest } from '@outlast/contract/request'
import { type PreviewBody, toConsequences } from '@outlast/contract/rest/admin/preview'
import { routeOf, type RouteInput } from '@outlast/contract/routes'
import {
  type CommandEnvelope,
  consequencesFor,
  consequencesOf,
  type Instant,
  type Rehearsal,
  rehearseCommands,
  visibleTo,
} from '@outlast/domain'
import { mayCall } from '../accounts/viewer.ts'
import { HttpError } from '../lib/http-error.ts'
import { nodeHashing } from '../log/hashing.ts'
import type { Announced } from '../messages/club-news.ts'
import { expectedNotices, readAnnounced } from '../messages/check-news.ts'
import type { Notifier } from '../messages/notify.ts'
import type { CommandHandler } from '../http/command-call.ts'
import { handlers, type RequestContext } from '../http/handler.ts'
import { commandOf } from '../http/request-context.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** The handlers of the calls that have a preview. Each says which command it would send. */
type PreviewableHandlers = { readonly [Id in PreviewableCall]: CommandHandler<Id> }

export interface PreviewDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  readonly calls: PreviewableHandlers
  readonly notifier: Pick<Notifier, 'count'>
  /** Records the locks that are due, as before every read. */
  readonly recordDueLocks: () => Promise<void> | undefined
}

type PreviewedCall = PreviewBody['calls'][number]
type AnyToCommand = (
  input: RouteInput<RouteId>,
  context: RequestContext,
) => ReturnType<CommandHandler<PreviewableCall>['toCommand']>

/** Shows what calls would change: their commands are decided on a fork of what the admin may know, and not recorded. */
export function previewRoutes(deps: PreviewDependencies) {
  const { db, pool, notifier } = deps
  return handlers({
    previewCalls: async ({ body }, context) => {
      const commands: CommandEnvelope[] = []
      for (const call of body.calls) commands.push(await commandFor(deps, call, context))
      await deps.recordDueLocks()
      const announced = await readAnnounced(db)
      // From here on nothing waits, because the fork shows the pool as it is when it is read.
      const visible = visibleTo(pool(), context.actor)
      const rehearsal = rehearseCommands(visible, commands, context.now, nodeHashing, body.skip_refused)
      const consequences = consequencesOf(rehearsal.before, rehearsal.after, context.now)
      const found = toConsequences(rehearsal, consequencesFor(visible, context.actor, consequences), nodeHashing)
      const messages = found.locks.length > 0 ? null : countMessages({ db, notifier }, announced, rehearsal, context.now)
      return {
        status: 200,
        body: { ...found, ...(rehearsal.waits && { waits: true }), refused: rehearsal.refused, messages: await messages },
      }
    },
  })
}

/** Counts the mails and push messages that would follow, with the code that sends them. News that is already waiting is not counted. */
async function countMessages(
  { db, notifier }: Pick<PreviewDependencies, 'db' | 'notifier'>,
  announced: Announced,
  { before, after, recorded }: Rehearsal,
  now: Instant,
) {
  const [waiting, all] = await Promise.all([
    notifier.count(db, { pool: before, now }, expectedNotices(announced, before, [], now)),
    notifier.count(db, { pool: after, now }, expectedNotices(announced, after, recorded, now)),
  ])
  return { mails: Math.max(0, all.mails - waiting.mails), pushes: Math.max(0, all.pushes - waiting.pushes) }
}

/** Returns the command that a call would send. */
async function commandFor(
  { calls }: PreviewDependencies,
  call: PreviewedCall,
  context: RequestContext,
): Promise<CommandEnvelope> {
  if (!mayCall(context.viewer, routeOf(call.call).access)) throw new HttpError('forbidden')
  // parseRequest checks the input with the schemas that the types of `toCommand` are inferred from.
  const toCommand = calls[call.call].toCommand as AnyToCommand
  const { type, data, first } = await toCommand(parse(call), context)
  return { command: commandOf(type, data), first, actor: context.actor }
}

function parse({ call, params, query, body }: PreviewedCall): RouteInput<RouteId> {
  const parsed = parseRequest(call, { params: asText(params), query: asText(query), body })
  if (parsed.ok) return parsed.input
  const { code, error, fields } = parsed.error
  throw new HttpError(code, { message: error, ...(fields === undefined ? {} : { extras: { fields } }) })
}

/** Numbers in paths and queries are text on the wire. */
function asText(part: PreviewedCall['params']) {
  if (part === undefined) return undefined
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}
