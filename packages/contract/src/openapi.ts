import * as z from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { isPreviewable } from './endpoints.ts'
import { ERROR_CODES, type ErrorCode, errorMessage, errorStatus } from './errors.ts'
import { describeProperties } from './openapi/describe-properties.ts'
import { WEBHOOKS } from './openapi/webhooks.ts'
import { errorBody, problemBody } from './rest/errors.ts'
import { type Access, type ResponseBody, type EtagSource, type Route, type SuccessStatus, TAGS } from './route.ts'
import { ALL_ROUTES, errorCodesOf } from './routes.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

/** Creates the OpenAPI 3.1 document from the table of routes. Takes about 50 ms, so call it once. */
export function openApiDocument(): OpenApiDocument {
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Outlast',
      version: '1',
      description:
        'A survivor pool for a club. Requests and responses are JSON, times are ISO 8601 in UTC, and ids are positive integers. Every error has the body `Error`: a message for people in `error` and a stable `code` for programs.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The commissioner of your club' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths: pathsOf(ALL_ROUTES),
    webhooks: WEBHOOKS,
  })
  return describeProperties(document)
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return paths
}

const ACCESS_DESCRIPTIONS: Readonly<Record<Access, string>> = {
  public: 'Open to everyone.',
  member: 'For members.',
  owner: 'For its owner; 404 for everyone else.',
  owner_or_admin: 'For its owner and admins; 404 for everyone else.',
  staff: 'For admins, and for roles as far as they may make the calls themselves.',
  pool: 'For admins.',
  money: 'For admins and treasurers.',
  games: 'For admins and scorekeepers.',
  people: 'For admins and helpers.',
  mail: 'For admins and helpers.',
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { id, tag, summary, description, access, params, query, body } = route
  const header = headerParams(route)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description === undefined ? ACCESS_DESCRIPTIONS[access] : `${ACCESS_DESCRIPTIONS[access]} ${description}`,
    // A public route needs no token, but may show more to a signed-in viewer.
    security: access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...((params ?? query ?? header) ? { requestParams: defined({ path: params, query, header }) } : {}),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: { ...successesOf(route), ...errorResponsesOf(errorCodesOf(route)) },
  }
}

type Parameters = NonNullable<ZodOpenApiOperationObject['requestParams']>

function defined({ path, query, header }: { [P in keyof Parameters]: Parameters[P] | undefined }): Parameters {
  return { ...(path && { path }), ...(query && { query }), ...(header && { header }) }
}

function headerParams({ id, idempotent, ifMatch, method, etag }: Route): z.ZodObject | undefined {
  const shape: Record<string, z.ZodType> = {}
  if (idempotent === true) {
    shape['Idempotency-Key'] = z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional()
      .meta({ description: 'Repeating a request with the same key and body within 48 hours returns the first response.' })
  }
  if (ifMatch === true) {
    shape['If-Match'] = z
      .string()
      .optional()
      .meta({ description: 'The version of the row, from its ETag. An outdated version gives 409.' })
    shape['If-None-Match'] = z
      .literal('*')
      .optional()
      .meta({ description: 'Only if there is no such row yet. Otherwise it gives 409.' })
  }
  if (isPreviewable(id)) {
    shape['Expected-Consequences'] = z
      .string()
      .optional()
      .meta({ description: 'The token of a preview of this call. If the call would change something else by now, it gives 409.' })
  }
  if (method === 'GET' && etag !== undefined) {
    shape['If-None-Match'] = z
      .string()
      .optional()
      .meta({ description: 'The ETag of an earlier response. Gives 304 while it is current.' })
  }
  return Object.keys(shape).length === 0 ? undefined : z.object(shape)
}

function requestBodyOf(schema: z.ZodType) {
  return { required: !schema.safeParse({}).success, content: { 'application/json': { schema } } }
}

function successesOf(route: Route): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {}
  for (const [status, body] of Object.entries(route.responses)) {
    responses[status as `${SuccessStatus}`] = successOf(Number(status), body, route)
  }
  if (route.method === 'GET' && route.etag !== undefined) responses['304'] = { description: 'Not modified' }
  return responses
}

const SUCCESS: Readonly<Record<number, string>> = { 200: 'Success', 201: 'Created', 204: 'Success, without a body' }

function successOf(status: number, body: ResponseBody, { etag, creates, idempotent }: Route): ZodOpenApiResponseObject {
  const description = SUCCESS[status] ?? 'Success'
  const replayed = idempotent === true ? { 'Idempotency-Replayed': REPLAYED } : {}
  if (body === null) return idempotent === true ? { description, headers: replayed } : { description }
  const content = isSchema(body)
    ? { 'application/json': { schema: body } }
    : { [body.contentType]: body.contentType.startsWith('text/') ? { schema: { type: 'string' as const } } : {} }
  const headers = {
    ...(etag !== undefined && versionHeaders(etag)),
    ...(status === 201 && creates !== undefined && { Location: LOCATION }),
    ...replayed,
  }
  return Object.keys(headers).length === 0 ? { description, content } : { description, content, headers }
}

const LOCATION = { description: 'The address of the new row', schema: { type: 'string' as const, format: 'uri-reference' } }

const REPLAYED = {
  description: 'Given if this is the response to an earlier request with the same Idempotency-Key, and nothing was executed',
  schema: { type: 'string' as const, enum: ['true'] },
}

function isSchema(body: NonNullable<ResponseBody>): body is z.ZodType {
  return 'safeParse' in body
}

function versionHeaders(etag: EtagSource) {
  const version = { description: 'The version of the response', schema: { type: 'string' as const } }
  if (etag === 'row') return { ETag: version }
  return { ETag: version, 'X-Topic-Version': { description: 'The live topic’s version', schema: { type: 'integer' as const } } }
}

const RATE_LIMIT = {
  'RateLimit-Policy': {
    description: 'The limit that was exceeded: its name, its quota `q` and its window `w` in seconds',
    schema: { type: 'string' as const, examples: ['"member-writes";q=600;w=60'] },
  },
  RateLimit: {
    description: 'What is left of it: `r` more calls now, and all of them in `t` seconds',
    schema: { type: 'string' as const, examples: ['"member-writes";r=0;t=21'] },
  },
}

/** Errors that are the same on every route, described once as components. */
const SHARED_ERRORS: ReadonlyMap<number, ZodOpenApiResponseObject> = new Map(
  [...Map.groupBy(ERROR_CODES, errorStatus)]
    .filter(([status]) => [413, 415, 429, 500, 503].includes(status))
    .map(([status, codes]) => [status, { id: `Status${status}`, ...errorResponse(status, codes) }]),
)

function errorResponsesOf(codes: readonly ErrorCode[]): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {}
  for (const [status, same] of Map.groupBy(codes, errorStatus)) {
    responses[`${status}` as '400'] = SHARED_ERRORS.get(status) ?? errorResponse(status, same)
  }
  return responses
}

function errorResponse(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const description = codes.map((code) => `\`${code}\`: ${errorMessage(code)}`).join('\n\n')
  const content = { 'application/json': { schema: errorBody }, 'application/problem+json': { schema: problemBody } }
  if (status !== 429 && status !== 503) return { description, content }
  const retry = { 'Retry-After': { description: 'Seconds to wait before a retry', schema: { type: 'integer' as const } } }
  return { description, content, headers: status === 429 ? { ...retry, ...RATE_LIMIT } : retry }
}
