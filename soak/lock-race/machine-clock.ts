import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type ServerProcess, startServerProcess } from '@outlast/testing/server/server-process'
import { type Demand, equal } from '../support/scenario.ts'

const WRONG_CLOCK = fileURLToPath(new URL('../support/wrong-clock.ts', import.meta.url))
const BACK_MS = 7_200_000

/** A server on a machine whose clock is wrong. */
export interface WrongServer {
  readonly process: ServerProcess
  readonly wrongByMs: number
}

export async function startWrong(connectionString: string, wrongByMs: number): Promise<WrongServer> {
  const env = {
    DATABASE_URL: connectionString,
    LOG_LEVEL: 'info',
    SOAK_CLOCK_MS: String(wrongByMs),
    SOAK_CLOCK_BACK_MS: String(BACK_MS),
  }
  return { process: await startServerProcess(env, ['--import', WRONG_CLOCK]), wrongByMs }
}

/** The machine's clock steps back by two hours. */
export async function stepBack({ process: server, wrongByMs }: WrongServer): Promise<WrongServer> {
  process.kill(server.pid, 'SIGUSR2')
  const stepped = { process: server, wrongByMs: wrongByMs - BACK_MS }
  while ((await readClock(server)).latest - Date.now() > wrongByMs - BACK_MS / 2) continue
  return stepped
}

/** What a server's machine takes for the time, as the lines of its log show it: between two times of the true clock. */
async function readClock(
  server: ServerProcess,
): Promise<{ readonly earliest: number; readonly latest: number; readonly shown: number }> {
  const request = randomUUID()
  const before = Date.now()
  await (await fetch(`${server.url}/api/teams`, { headers: { 'x-request-id': request } })).arrayBuffer()
  for (;;) {
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes(request))
    if (line !== undefined) {
      const shown = Date.parse((JSON.parse(line) as { readonly time: string }).time)
      return { shown, earliest: shown - Date.now(), latest: shown - before }
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** That the server's clock is as wrong as it was meant to be: else nothing was shown. */
export async function clockIsWrong(server: WrongServer): Promise<Demand> {
  const { earliest, latest } = await readClock(server.process)
  const isSo = earliest <= server.wrongByMs && server.wrongByMs <= latest
  const found = isSo ? `${server.wrongByMs} ms` : `between ${earliest} and ${latest} ms`
  return equal('a server’s clock is wrong by', `${server.wrongByMs} ms`, found)
}
