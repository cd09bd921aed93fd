import { get } from 'node:http'
import type { Program } from '../process/worker.ts'

const EVERY_MS = 5
const WITHIN_MS = 300_000

/** Waits until a server says that it is ready. Throws when it ends instead. */
export async function untilReady(port: number, part: Pick<Program, 'ended'>): Promise<void> {
  let code: number | null | undefined
  void part.ended.then((exit) => (code = exit))
  const deadline = performance.now() + WITHIN_MS
  while (!(await isReady(port))) {
    if (code !== undefined) throw new Error(`the server ended while it started (exit code ${code})`)
    if (performance.now() > deadline) throw new Error('the server did not get ready')
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
}
