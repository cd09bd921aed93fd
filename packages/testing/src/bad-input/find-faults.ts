import { AUDIENCES, RULE_PRESETS, SPLIT_CHOICES } from '@outlast/domain'
import { POOL_RULES, type RuleShape, snakeCase } from '@outlast/domain/pool-rules'
import { errorBody } from '@outlast/contract/rest/errors'
import type { Route } from '@outlast/contract/route'
import { ALL_ROUTES, errorCodesOf } from '@outlast/contract/routes'
import type { RawResponse } from './send.ts'

/** Implementation details that no response may contain. */
const INTERNAL = new RegExp(
  [
    String.raw`\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|WHERE) [a-z_."]+`,
    'relation "|column (?:"|reference)|constraint|duplicate key|violates|syntax error|invalid input syntax|out of range for type|null value in',
    'postgres|kysely|zod|express|body-parser|raw-body|socket\\.io|engine\\.io|piscina|pino|jsonwebtoken|bcrypt|iconv|qs\\b',
    String.raw`\bat \S+ \(|\bat async |node:|node_modules|\.[cm]?[jt]s\b|file:\/\/|\/(?:home|work|tmp|usr|var|root)\/`,
    String.raw`undefined|\[object |\bNaN\b|Infinity|\b\w*Error\b|ECONN|E[A-Z]{4,}\b.*(?:connect|read|write)|Unexpected token|in JSON at|position \d+`,
  ].join('|'),
)

/** Names of the contract. Any other word with an underscore or in camelCase is an internal name. */
const NAMES = new Set<string>([
  ...AUDIENCES,
  ...RULE_PRESETS,
  ...SPLIT_CHOICES,
  ...Object.values(POOL_RULES).flatMap(({ kind }) => wordsOf(kind)),
])
for (const { params, query, body } of ALL_ROUTES) {
  for (const part of [params, query, body]) {
    if (part !== undefined && 'shape' in part) for (const name of Object.keys(part.shape as object)) NAMES.add(name)
  }
}

/** The words of a rule's values. */
function wordsOf(shape: RuleShape): readonly string[] {
  switch (shape.type) {
    case 'choice':
    case 'order':
      return shape.values
    case 'optional':
      return wordsOf(shape.of)
    case 'named_or':
      return [...shape.values, ...wordsOf(shape.of)]
    case 'group':
      return Object.entries(shape.fields).flatMap(([name, { kind }]) => [snakeCase(name), ...wordsOf(kind)])
    default:
      return []
  }
}

/** Returns everything that is wrong with a response to bad input. */
export function findFaults(route: Route, response: RawResponse): readonly string[] {
  const { status, text, headers } = response
  if (status === 304 || (status >= 200 && status < 300)) return []
  const faults: string[] = []
  const isFeed = route.id === 'syncGames' && status === 502
  if (status < 400 || (status >= 500 && !isFeed)) faults.push(`status ${status}`)
  if (!String(headers['content-type']).startsWith('application/json'))
    faults.push(`content type ${String(headers['content-type'])}`)
  const body = errorBody.safeParse(parsed(text))
  if (!body.success) return [...faults, `not an error body: ${text.slice(0, 200)}`]
  const { code, error, fields = {}, request_id: requestId } = body.data
  const known = [...errorCodesOf(route), 'not_found', 'method_not_allowed']
  if (!known.includes(code)) faults.push(`code ${code}, which the route does not have`)
  if (headers['x-request-id'] !== undefined && headers['x-request-id'] !== requestId)
    faults.push('another request id in the header')
  if (!/^[\w.-]{8,64}$/.test(requestId)) faults.push(`request id ${requestId}`)
  // Details about a team repeat the input; everything else is the server's own text.
  const sentences = code === 'unknown_team' ? [] : [error, ...Object.values(fields)]
  for (const sentence of sentences) faults.push(...faultsOfSentence(sentence, isFeed))
  if (/\[object |undefined/.test(error) && code === 'unknown_team') faults.push(`contains ${error}`)
  for (const name of Object.keys(fields))
    if (!NAMES.has(name) && !/^[A-Z][\w-]+$/.test(name)) faults.push(`names the field ${name}`)
  if (!isFeed && ('details' in body.data || 'espn_url' in body.data)) faults.push('details without a feed failure')
  return faults
}

function faultsOfSentence(sentence: string, isFeed: boolean): readonly string[] {
  const faults: string[] = []
  if (!/^[\p{Lu}]/u.test(sentence) || sentence.length < 5 || sentence.length > 250) faults.push(`not a sentence: ${sentence}`)
  const internal = INTERNAL.exec(sentence)?.[0]
  if (internal !== undefined) faults.push(`an internal word: ${internal}`)
  const own = [...sentence.matchAll(/\b(?:\w+_\w+|[a-z]+[A-Z]\w*)\b/g)].map(([word]) => word).filter((word) => !NAMES.has(word))
  if (own.length > 0 && !isFeed) faults.push(`a name that is not in the contract: ${own.join(', ')}`)
  return faults
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
