import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveRequests } from '@outlast/testing/process/worker'
import type { RecordedPath, RecordedResponse } from './responses.ts'

/*
 * The comparator: `node:http` with the recorded responses in a map. It has no router, token, lock guard, request id, log or
 * metrics, and sends the same headers and bodies as Outlast.
 */

/** The headers that Node writes itself. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive'])

const responses = new Map<string, { readonly full: RecordedResponse; readonly notModified: RecordedResponse }>()

const withoutNodeHeaders = (response: RecordedResponse): RecordedResponse => ({
  ...response,
  headers: response.headers.filter((_, i, all) => !NODE_HEADERS.has((all[i - (i % 2)] ?? '').toLowerCase())),
})

const server = createServer((request, response) => {
  const recorded = responses.get(request.url ?? '')
  if (recorded === undefined) return void response.writeHead(404).end()
  const isCurrent = request.headers['if-none-match'] === recorded.full.etag
  const { status, headers, body } = isCurrent ? recorded.notModified : recorded.full
  response.writeHead(status, headers as string[])
  response.end(body)
})

/** Starts to serve recorded responses, and returns the port. */
serveRequests(async (recorded: readonly RecordedPath[]): Promise<number> => {
  for (const { path, full, notModified } of recorded) {
    responses.set(path, { full: withoutNodeHeaders(full), notModified: withoutNodeHeaders(notModified) })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
})
