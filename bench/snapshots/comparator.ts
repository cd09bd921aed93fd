import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, KnownAnswer } from './answers.ts'

/*
 * The comparator: `node:http` with the answers in a map, and nothing else. No router, no token, no guard of the lock, no
 * request id, no log, no metrics. It answers with the same headers and bodies as ours.
 */

/** Node writes these by itself, the length from what is given to `end`. */
const OWN = new Set(['date', 'connection', 'keep-alive'])

interface Prepared {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Buffer
  readonly etag: string
}

const answers = new Map<string, { readonly full: Prepared; readonly unchanged: Prepared }>()

function prepared({ status, headers, body, etag }: Answer): Prepared {
  const kept = headers.filter((_, i) => !OWN.has((headers[i - (i % 2)] ?? '').toLowerCase()))
  return { status, headers: kept, body, etag }
}

const server = createServer((request, response) => {
  const known = answers.get(request.url ?? '')
  if (known === undefined) return void response.writeHead(404).end()
  const { status, headers, body } = request.headers['if-none-match'] === known.full.etag ? known.unchanged : known.full
  response.writeHead(status, headers as string[])
  response.end(body)
})

process.on('message', (known: readonly KnownAnswer[]) => {
  for (const { path, full, unchanged } of known) answers.set(path, { full: prepared(full), unchanged: prepared(unchanged) })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
