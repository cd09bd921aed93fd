import type { Route } from '@outlast/contract/route'
import type { AnyReply } from './send-reply.ts'

/** A response that its route's contract does not allow. Looked for in tests only. */
export class ContractBreach extends Error {
  override name = 'ContractBreach'

  constructor(route: Route, problem: string) {
    super(`${route.method} ${route.path} ${problem}`)
  }
}

/** Throws a {@link ContractBreach} if the contract does not allow a reply on its route. */
export function checkReply(route: Route, reply: AnyReply): void {
  if (reply.status === 304) return
  const schema = route.responses[reply.status]
  if (schema === undefined) throw new ContractBreach(route, `sent ${reply.status}, which its contract does not list`)
  if (schema === null) {
    if ('body' in reply && reply.body !== undefined) throw new ContractBreach(route, `sent ${reply.status} with a body`)
    return
  }
  if ('contentType' in schema) return
  const body: unknown = JSON.parse('encoded' in reply ? reply.encoded.raw.toString() : (JSON.stringify(reply.body) ?? 'null'))
  const result = schema.safeParse(body)
  if (!result.success) throw new ContractBreach(route, `sent a body of another shape: ${result.error.message}`)
}
