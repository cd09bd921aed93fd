import type { Route } from '@outlast/contract/route'
import type { AnyResponse } from './send-response.ts'

/** Thrown for a response that its route's contract does not allow. Only tests check this. */
export class ContractBreach extends Error {
  override name = 'ContractBreach'

  constructor(route: Route, problem: string) {
    super(`${route.method} ${route.path} ${problem}`)
  }
}

/** Throws a {@link ContractBreach} if the contract of a route does not allow the result of its handler. */
export function checkResponse(route: Route, result: AnyResponse): void {
  if (result.status === 304) return
  const schema = route.responses[result.status]
  if (schema === undefined) throw new ContractBreach(route, `sent ${result.status}, which its contract does not list`)
  if (schema === null) {
    if ('body' in result && result.body !== undefined) throw new ContractBreach(route, `sent ${result.status} with a body`)
    return
  }
  if ('contentType' in schema) return
  const body: unknown = JSON.parse('encoded' in result ? result.encoded.raw.toString() : (JSON.stringify(result.body) ?? 'null'))
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new ContractBreach(route, `sent a body of another shape: ${parsed.error.message}`)
}
