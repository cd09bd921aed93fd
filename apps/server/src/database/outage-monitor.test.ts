import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../lib/errors.ts'
import { withoutConsequencesOfOutages } from './outage-log.ts'
import { OutageMonitor } from './outage-monitor.ts'

const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
const monitors: OutageMonitor[] = []
afterEach(async () => {
  for (const monitor of monitors.splice(0)) await monitor.stop()
})

/** A monitor of a database that a test turns off and on. */
function start() {
  const lines: { readonly level: number; readonly msg: string }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { level: number; msg: string }) })
  const database = { problem: undefined as Error | 'hangs' | undefined }
  const monitor = new OutageMonitor({
    address: { connectionString: 'postgres://db.example/pool', isEmbedded: false },
    check: () => {
      if (database.problem === 'hangs') return new Promise(() => {})
      return database.problem === undefined ? Promise.resolve() : Promise.reject(database.problem)
    },
    log,
    checkEveryMs: 5,
    checkTimeoutMs: 20,
  })
  monitors.push(monitor)
  monitor.start()
  const until = async (isDown: boolean): Promise<void> => {
    while ((await monitor.checkNow()) !== isDown) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { monitor, database, log, lines, until }
}

describe('OutageMonitor', () => {
  it('logs an outage once, however long it lasts, and its end once', async () => {
    const { database, lines, until, monitor } = start()
    await until(false)
    database.problem = refused()
    await until(true)
    for (let n = 0; n < 20; n += 1) await monitor.checkNow()
    database.problem = undefined
    await until(false)
    await monitor.checkNow()
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^The database "pool" on db\.example, port 5432 cannot be reached: nothing accepts connections there\. Check/,
      ),
      expect.stringMatching(/^The database is reachable again, after \d+ s$/),
    ])
  })

  it('ends operations that wait too long during an outage, and only then', async () => {
    const { monitor, database, until } = start()
    expect(await monitor.guard(Promise.resolve('read'), 0)).toBe('read')
    await expect(monitor.guard(Promise.reject(new Error('of its own')))).rejects.toThrow('of its own')
    let isSettled = false
    const waiting = monitor.guard(new Promise(() => {}), 0).finally(() => (isSettled = true))
    await until(false)
    expect(isSettled).toBe(false)
    database.problem = 'hangs'
    await expect(waiting).rejects.toThrow(DatabaseUnavailable)
    const pending = Promise.withResolvers<string>()
    const longer = monitor.guard(pending.promise, 3_600_000)
    await until(true)
    pending.resolve('still in time')
    expect(await longer).toBe('still in time')
  })
})

describe('withoutConsequencesOfOutages', () => {
  it('omits failures that follow from an outage, and repetitions of others', async () => {
    const { monitor, database, log, lines, until } = start()
    const filtered = withoutConsequencesOfOutages(log, monitor)
    const messages = () => lines.map(({ msg }) => msg)
    filtered.warn({ err: refused() }, 'Polling failed')
    filtered.warn({ err: refused() }, 'Polling failed')
    await until(false)
    expect(messages()).toEqual(['Polling failed'])
    database.problem = refused()
    await until(true)
    for (const err of [refused(), new DatabaseUnavailable()]) filtered.error({ err }, 'Sending failed')
    filtered.error({ err: new TypeError('a bug') }, 'request failed')
    await until(true)
    expect(messages().filter((msg) => !msg.startsWith('The database'))).toEqual(['Polling failed', 'request failed'])
  })
})
