import { Agent, request } from 'node:http'
import type { BadRequest } from './requests.ts'

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Sends a request unchanged. Throws if the server closes the connection without a response. */
export function sendRaw(
  url: string,
  { method, path, body, headers }: Pick<BadRequest, 'method' | 'path' | 'body' | 'headers'>,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const allHeaders: Record<string, string | readonly string[]> = {
      ...headers,
      ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
    }
    const outgoing = request(
      `${url}/`,
      { agent, method, path, headers: allHeaders as Record<string, string | string[]> },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}
