import { migrate } from '@outlast/server/database'
import { postgresProcesses, startTemporaryPostgres } from '@outlast/testing'
import type { Scenario } from '../support/scenario.ts'
import { type OutageSizes, runOutages } from './outage.ts'

/** PostgreSQL is suspended (SIGSTOP: it accepts connections but does not respond), and is stopped and started again. */
export const postgresAway: Scenario<OutageSizes> = {
  name: 'postgres-away',
  about: 'PostgreSQL suspended (SIGSTOP), and stopped, for a minute each',
  sizes: { seconds: 60, rate: 50 },
  short: { seconds: 1, rate: 40 },
  async run(context, { seconds, ...sizes }) {
    const postgres = await startTemporaryPostgres({ durable: true })
    const { connectionString } = postgres
    const suspend = async () => {
      const suspended = postgresProcesses(postgres.pid)
      for (const pid of suspended) process.kill(pid, 'SIGSTOP')
      return async () => {
        for (const pid of suspended) process.kill(pid, 'SIGCONT')
      }
    }
    const stop = async () => {
      await postgres.stop()
      return () => postgres.start()
    }
    try {
      await migrate({ connectionString })
      const checks = await runOutages(context, connectionString, { seconds, ...sizes }, [
        { what: 'PostgreSQL suspended', begin: suspend, stopsPicks: true, seconds },
        { what: 'PostgreSQL stopped', begin: stop, stopsPicks: true, seconds },
      ])
      return { title: `PostgreSQL unreachable for ${seconds} s`, checks, notes: [] }
    } finally {
      await postgres.remove()
    }
  },
}
