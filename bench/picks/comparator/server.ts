import { createSecretKey } from 'node:crypto'
import { parseTeam } from '@outlast/domain'
import express, { type NextFunction, type Request, type Response } from 'express'
import jwt from 'jsonwebtoken'
import pg from 'pg'
import * as z from 'zod'
import { recordPick, Rejection } from './transaction.ts'

/*
 * The comparator: the pool's busiest endpoint as a careful CRUD application would serve it. One process, Express, a connection
 * pool, and every check in one transaction. It has no event log, no live views, no request log, no metrics and no security
 * headers, so that the comparison favors it.
 */

const environment = z.object({
  DATABASE_URL: z.string(),
  JWT_SECRET: z.string(),
  PORT: z.coerce.number(),
  POOL_SIZE: z.coerce.number(),
})
const { DATABASE_URL, JWT_SECRET, PORT, POOL_SIZE } = environment.parse(process.env)

// A key object: with a string, every verification would first try to parse a public key.
const secret = createSecretKey(JWT_SECRET, 'utf8')

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: POOL_SIZE, idleTimeoutMillis: 0 })
pool.on('error', (error) => console.error(error))

const id = z.int().min(1)
const pickBody = z.object({ entry_id: id, week_id: id, team_abbr: z.string().trim().min(1).max(40) })
const claims = z.object({ sub: z.string().regex(/^[1-9]\d{0,15}$/), tv: z.int() })
const version = z.string().regex(/^"\d{1,15}"$/)

const app = express()
app.disable('x-powered-by')
app.set('etag', false)
app.use(express.json({ limit: '32kb', inflate: false }))
app.post('/api/picks', async (request, response) => {
  const { sub, tv } = authenticate(request)
  const body = pickBody.safeParse(request.body)
  if (!body.success) throw new Rejection(400, 'invalid_input', body.error.issues[0]?.message ?? 'Invalid input')
  const team = parseTeam(body.data.team_abbr)
  if (team === undefined) throw new Rejection(400, 'unknown_team', 'There is no such team')
  const row = await recordPick(pool, {
    userId: Number(sub),
    tokenVersion: tv,
    entryId: body.data.entry_id,
    weekId: body.data.week_id,
    team,
    ifVersion: expectedVersion(request),
  })
  response.setHeader('ETag', `"${row.version}"`)
  response.status(row.version === 1 ? 201 : 200).json({
    ...row,
    id: Number(row.id),
    entry_id: Number(row.entry_id),
    week_id: Number(row.week_id),
  })
})
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  if (error instanceof Rejection) return void response.status(error.status).json({ error: error.message, code: error.code })
  console.error(error)
  response.status(500).json({ error: 'Something went wrong', code: 'internal' })
})

function authenticate(request: Request): z.output<typeof claims> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme !== 'Bearer' || token === undefined) throw new Rejection(401, 'unauthenticated', 'Please sign in')
  try {
    return claims.parse(jwt.verify(token, secret, { algorithms: ['HS256'], issuer: 'outlast', audience: 'outlast-api' }))
  } catch {
    throw new Rejection(401, 'unauthenticated', 'Please sign in')
  }
}

function expectedVersion(request: Request): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const parsed = version.safeParse(header)
  if (!parsed.success) throw new Rejection(400, 'invalid_input', 'If-Match must be a version')
  return Number(parsed.data.slice(1, -1))
}

const server = app.listen(PORT, '127.0.0.1', () => process.send?.('ready'))
// Like Outlast, keeps idle connections open between two rounds.
server.keepAliveTimeout = 65_000
process.on('SIGTERM', () => process.exit(0))
