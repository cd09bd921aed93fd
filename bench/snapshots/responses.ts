import { get } from 'node:http'

/** A response as it is sent: status, headers as Node lists them, body. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: readonly string[]
  readonly etag: string
  readonly body: Uint8Array
}

/** How the server responds for a path: to a plain request, and to a request with the response's ETag. */
export interface RecordedPath {
  readonly path: string
  readonly full: RecordedResponse
  readonly notModified: RecordedResponse
}

/** Requests each path plainly and with the ETag of the response, and records both responses. */
export async function recordResponses(
  port: number,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<readonly RecordedPath[]> {
  const recorded: RecordedPath[] = []
  for (const path of paths) {
    const full = await request(port, path, headers)
    const notModified = await request(port, path, { ...headers, 'If-None-Match': full.etag })
    if (full.status !== 200 || notModified.status !== 304) {
      throw new Error(`${path} returned ${full.status}, and ${notModified.status} for its own ETag`)
    }
    recorded.push({ path, full, notModified })
  }
  return recorded
}

function request(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    const sent = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const etag = response.headers.etag ?? ''
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, etag, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
  })
}
