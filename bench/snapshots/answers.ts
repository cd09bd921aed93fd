import { get } from 'node:http'

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[]
  readonly etag: string
  readonly body: Buffer
}

/** What the comparator answers to a path: to whoever asks plainly, and to whoever has it already. */
export interface KnownAnswer {
  readonly path: string
  readonly full: Answer
  readonly unchanged: Answer
}

/** Asks once for each path, plainly and with the tag that came of it. */
export async function knownAnswers(
  port: number,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<readonly KnownAnswer[]> {
  const known: KnownAnswer[] = []
  for (const path of paths) {
    const full = await ask(port, path, headers)
    const unchanged = await ask(port, path, { ...headers, 'If-None-Match': full.etag })
    if (full.status !== 200 || unchanged.status !== 304) {
      throw new Error(`${path} was answered ${full.status}, and ${unchanged.status} to its own tag`)
    }
    known.push({ path, full, unchanged })
  }
  return known
}

function ask(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const etag = response.headers.etag ?? ''
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, etag, body: Buffer.concat(parts) })
      })
    })
    request.on('error', reject)
  })
}
