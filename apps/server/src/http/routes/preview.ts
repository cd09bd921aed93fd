import type { RouteId } from '@outlast/contract/endpoints'
import { parseRequest } from '@outlast/contract/request'
import { type PreviewBody, toConsequences } from '@outlast/contract/rest/admin/preview'
import type { RouteInput } from '@outlast/contract/routes'
import { type Consequences, previewCommand } from '@outlast/domain'
import { HttpError } from '../../lib/http-error.ts'
import { nodeHashing } from '../../log/hashing.ts'
import { type Handlers, handlers, type RequestContext } from '../handler.ts'
import { commandOf } from '../request-context.ts'
import type { ReadDependencies } from './read-dependencies.ts'

export interface PreviewDependencies extends Pick<ReadDependencies, 'db' | 'pool'> {
  /** The handlers of the calls that have a preview. */
  readonly calls: Partial<Handlers>
  /** Records the locks that are due, as before every read: a preview must not tell more than the log. */
  readonly recordDueLocks: () => Promise<void> | undefined
}

/** Ends the handler of a previewed call, which must not go on as if its command had been recorded. */
class Previewed extends Error {
  readonly consequences: Consequences
  constructor(consequences: Consequences) {
    super('the command was previewed')
    this.consequences = consequences
  }
}

type AnyHandler = (input: RouteInput<RouteId>, context: RequestContext) => Promise<unknown>

/** Shows what a call would change: the call's own handler runs, but its command is decided on a fork and recorded nowhere. */
export function previewRoutes(deps: PreviewDependencies) {
  return handlers({
    previewCall: async ({ body }, context) => {
      const input = parse(body)
      await deps.recordDueLocks()
      const pool = deps.pool()
      const handler = deps.calls[body.call] as unknown as AnyHandler
      try {
        await handler(input, { ...context, idempotency: undefined, submit: previewing(deps, context) })
      } catch (error) {
        if (!(error instanceof Previewed)) throw error
        return { status: 200, body: toConsequences(pool, error.consequences, nodeHashing) }
      }
      throw new Error(`${body.call} submitted no command`)
    },
  })
}

function parse({ call, params, query, body }: PreviewBody): RouteInput<RouteId> {
  const parsed = parseRequest(call, { params: asText(params), query: asText(query), body })
  if (parsed.ok) return parsed.input
  const { code, error, fields } = parsed.error
  throw new HttpError(code, { message: error, ...(fields === undefined ? {} : { extras: { fields } }) })
}

/** Numbers in paths and queries are text on the wire. */
function asText(part: PreviewBody['params']) {
  if (part === undefined) return undefined
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}

function previewing({ db, pool }: PreviewDependencies, { actor: caller, now }: RequestContext): RequestContext['submit'] {
  return async (type, given, { actor = caller }) => {
    const data: unknown = typeof given === 'function' ? await given(db) : given
    throw new Previewed(previewCommand(pool(), { command: commandOf(type, data), actor }, now, nodeHashing))
  }
}
