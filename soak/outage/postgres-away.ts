import { startTemporaryPostgres } from '@outlast/testing'
import { migrate } from '@outlast/server/database'
import { startEmbeddedPostgres } from '@outlast/server/postgres'
import { processesOf } from '@outlast/testing/postgres/postgres-processes'
import type { Scenario } from '../support/scenario.ts'
import { goThrough, type OutageSizes } from './outage.ts'

const silent = { info: () => undefined, warn: () => undefined }

/** PostgreSQL stands still (SIGSTOP: it takes connections and says nothing), and is stopped and started again. */
export const postgresAway: Scenario<OutageSizes> = {
  name: 'postgres-away',
  about: 'PostgreSQL stands still (SIGSTOP), and is stopped, for a minute each',
  sizes: { seconds: 60, rate: 50 },
  short: { seconds: 6, rate: 40 },
  async run(context, sizes) {
    const cluster = await startTemporaryPostgres({ durable: true })
    const { connectionString } = cluster.postgres
    await migrate({ connectionString })
    let running = cluster.postgres
    const standStill = async () => {
      const stopped = processesOf(running.pid)
      for (const pid of stopped) process.kill(pid, 'SIGSTOP')
      return async () => {
        for (const pid of stopped) process.kill(pid, 'SIGCONT')
      }
    }
    const stop = async () => {
      await running.stop()
      return async () => void (running = await startEmbeddedPostgres({ dataDir: cluster.dataDir, log: silent }))
    }
    try {
      const outages = [
        { what: 'PostgreSQL stands still', begin: standStill, stopsPicks: true, seconds: sizes.seconds },
        { what: 'PostgreSQL is stopped', begin: stop, stopsPicks: true, seconds: sizes.seconds },
      ]
      const demands = await goThrough(context, { connectionString, drop: async () => {} }, sizes, outages)
      return { title: `PostgreSQL away for ${sizes.seconds} s`, demands, notes: [] }
    } finally {
      await running.stop()
      await cluster.remove()
    }
  },
}
