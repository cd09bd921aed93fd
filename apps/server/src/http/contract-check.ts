import { errorBody } from '@outlast/contract/rest/errors'
import type { Route } from '@outlast/contract/route'
import { errorsOf } from '@outlast/contract/routes'
import type { ErrorAnswer } from './error-answer.ts'
import type { AnyReply } from './send.ts'

/** An answer that its own contract does not know: a fault of ours, looked for in tests only. */
export class ContractBreach extends Error {
  override name = 'ContractBreach'
}

/** Throws a {@link ContractBreach} when a reply is not one that the route's table promises. */
export function checkReply(route: Route, reply: AnyReply): void {
  if (reply.status === 304) return
  const answer = route.answers[reply.status]
  if (answer === undefined) throw breach(route, `answered ${reply.status}, which the contract does not have`)
  if (answer === null) {
    if ('body' in reply && reply.body !== undefined) throw breach(route, `answered ${reply.status} with a body`)
    return
  }
  if ('contentType' in answer) return
  const body: unknown = JSON.parse('encoded' in reply ? reply.encoded.raw.toString() : (JSON.stringify(reply.body) ?? 'null'))
  const result = answer.safeParse(body)
  if (!result.success) throw breach(route, `answered what the contract does not have: ${result.error.message}`)
}

/** As {@link checkReply}, for errors. */
export function checkError(route: Route, answer: ErrorAnswer): void {
  const result = errorBody.safeParse(answer.body)
  if (!result.success) throw breach(route, `refused in another shape: ${result.error.message}`)
  if (!errorsOf(route).includes(answer.body.code))
    throw breach(route, `refused with ${answer.body.code}, which the contract does not name`)
}

function breach(route: Route, what: string): ContractBreach {
  return new ContractBreach(`${route.method} ${route.path} ${what}`)
}
