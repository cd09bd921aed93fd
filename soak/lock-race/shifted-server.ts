import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServer, testEnvironment, waitUntil } from '@outlast/testing'
import { type Check, isEqual } from '../support/scenario.ts'

const WRONG_CLOCK = new URL('./wrong-clock.ts', import.meta.url).href
const STEP_BACK_MS = 7_200_000

/** A server on a machine whose clock is wrong. */
export interface ShiftedServer {
  readonly process: ServerProcess
  readonly shiftMs: number
}

/** Starts a server whose clock is wrong by a number of milliseconds. */
export async function startShifted(connectionString: string, shiftMs: number): Promise<ShiftedServer> {
  const env = testEnvironment(connectionString, {
    LOG_LEVEL: 'info',
    SOAK_CLOCK_MS: String(shiftMs),
    SOAK_CLOCK_BACK_MS: String(STEP_BACK_MS),
  })
  return { process: await startServer({ env, nodeArgs: ['--import', WRONG_CLOCK] }), shiftMs }
}

/** Sets the machine's clock back by two hours. */
export async function stepBack({ process: server, shiftMs }: ShiftedServer): Promise<ShiftedServer> {
  process.kill(server.pid, 'SIGUSR2')
  const hasStepped = async () => (await readClockShift(server)).latest <= shiftMs - STEP_BACK_MS / 2
  await waitUntil('the clock has stepped back', hasStepped, { everyMs: 1 })
  return { process: server, shiftMs: shiftMs - STEP_BACK_MS }
}

/** Checks that the server's clock is as wrong as intended; otherwise the scenario proves nothing. */
export async function checkClock(server: ShiftedServer): Promise<Check> {
  const { earliest, latest } = await readClockShift(server.process)
  const isCorrect = earliest <= server.shiftMs && server.shiftMs <= latest
  const found = isCorrect ? `${server.shiftMs} ms` : `between ${earliest} and ${latest} ms`
  return isEqual('a server’s clock is wrong by', `${server.shiftMs} ms`, found)
}

/** Returns the bounds of a server's clock shift, from the time that its access log gives a request. */
async function readClockShift(server: ServerProcess): Promise<{ readonly earliest: number; readonly latest: number }> {
  const request = randomUUID()
  const before = Date.now()
  await (await fetch(`${server.url}/api/teams`, { headers: { 'x-request-id': request } })).arrayBuffer()
  for (;;) {
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes(request))
    if (line !== undefined) {
      const loggedAt = Date.parse((JSON.parse(line) as { readonly time: string }).time)
      return { earliest: loggedAt - Date.now(), latest: loggedAt - before }
    }
    await sleep(5)
  }
}
