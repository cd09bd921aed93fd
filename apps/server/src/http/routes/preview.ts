import type { RouteId } from '@outlast/contract/endpoints'
import { parseRequest } from '@outlast/contract/request'
import { type PreviewBody, toConsequences } from '@outlast/contract/rest/admin/preview'
import type { RouteInput } from '@outlast/contract/routes'
import { type CommandEnvelope, consequencesOf, type Instant, type Rehearsal, rehearseCommands } from '@outlast/domain'
import { HttpError } from '../../lib/http-error.ts'
import { nodeHashing } from '../../log/hashing.ts'
import { expectedNotices } from '../../news/check.ts'
import type { Notifier } from '../../notifications/notify.ts'
import { type Handlers, handlers, type RequestContext } from '../handler.ts'
import { commandOf } from '../request-context.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface PreviewDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  /** The handlers of the calls that have a preview. */
  readonly calls: Partial<Handlers>
  readonly notifier: Pick<Notifier, 'count'>
  /** Records the locks that are due, as before every read: a preview must not reveal more than the log. */
  readonly recordDueLocks: () => Promise<void> | undefined
}

type PreviewedCall = PreviewBody['calls'][number]
type AnyHandler = (input: RouteInput<RouteId>, context: RequestContext) => Promise<unknown>

/** Thrown to end the handler of a previewed call, which must not continue as if its command had been recorded. */
class Intercepted extends Error {
  readonly sent: CommandEnvelope
  constructor(sent: CommandEnvelope) {
    super('the command is for a preview')
    this.sent = sent
  }
}

/** Shows what calls would change: their own handlers build the commands, which are decided on a fork and not recorded. */
export function previewRoutes(deps: PreviewDependencies) {
  return handlers({
    previewCalls: async ({ body }, context) => {
      const commands: CommandEnvelope[] = []
      for (const call of body.calls) commands.push(await commandFor(deps, call, context))
      await deps.recordDueLocks()
      const pool = deps.pool()
      const rehearsal = rehearseCommands(pool, commands, context.now, nodeHashing)
      const found = consequencesOf(rehearsal.before, rehearsal.after)
      const messages = found.locks.length > 0 ? null : await countMessages(deps, rehearsal, context.now)
      return { status: 200, body: { ...toConsequences(pool, found, nodeHashing), messages } }
    },
  })
}

/** Counts the mails and push messages that would follow, with the code that sends them. News that is already waiting is not counted. */
async function countMessages({ db, notifier }: PreviewDependencies, { before, after, recorded }: Rehearsal, now: Instant) {
  const [waiting, all] = await Promise.all([
    expectedNotices(db, before, []).then((notices) => notifier.count(db, { pool: before, now }, notices)),
    expectedNotices(db, after, recorded).then((notices) => notifier.count(db, { pool: after, now }, notices)),
  ])
  return { mails: Math.max(0, all.mails - waiting.mails), pushes: Math.max(0, all.pushes - waiting.pushes) }
}

/** Returns the command that the handler of a call would submit. */
async function commandFor({ calls, db }: PreviewDependencies, call: PreviewedCall, context: RequestContext) {
  const handler = calls[call.call] as unknown as AnyHandler
  const submit: RequestContext['submit'] = async (type, given, { actor = context.actor }) => {
    const data: unknown = typeof given === 'function' ? await given(db) : given
    throw new Intercepted({ command: commandOf(type, data), actor })
  }
  try {
    await handler(parse(call), { ...context, idempotency: undefined, submit })
  } catch (error) {
    if (error instanceof Intercepted) return error.sent
    throw error
  }
  throw new Error(`${call.call} submitted no command`)
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
