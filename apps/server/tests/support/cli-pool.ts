import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStatement } from '@outlast/testing/postgres/database'
import { openDatabase } from '../../src/database/index.ts'
import type { Tables } from '../../src/database/tables.ts'
import { readHead } from '../../src/log/read.ts'
import type { ExitedProgram, ProgramOptions } from '@outlast/testing/process/program'
import { type CommandName, runCommand } from './cli.ts'
import { startTestPool } from '@outlast/testing/server/test-pool'

/** Starts a pool with a locked week (Ben picked KC, Ada nothing) and an open one (Ben picked SEA, Ada JAX). */
export async function startCommandPool() {
  const pool = await startTestPool()
  const folder = mkdtempSync(join(tmpdir(), 'outlast-cli-'))
  const ada = await pool.register('Ada')
  const ben = await pool.register('Ben')
  const setTime = (now: string) => ada.api.call('setSiteTime', { body: { now_iso: now } })
  await setTime('2030-09-03T12:00:00Z')
  const [first, second] = [
    await ada.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } }),
    await ada.api.call('createWeek', { body: { season_year: 2030, week_number: 2 } }),
  ]
  const bens = await ben.api.call('createEntry', { body: { user_id: ben.id, name: 'Ben 1' } })
  const adas = await ada.api.call('createEntry', { body: { user_id: ada.id, name: 'Ada 1' } })
  const pick = async (who: typeof ben, entry: number, week: number, team: string) =>
    (await who.api.call('submitPick', { body: { entry_id: entry, week_id: week, team_abbr: team } })).receipt
  const hidden = await pick(ben, bens.id, first.id, 'KC')
  await setTime('2030-09-10T12:00:00Z')
  await pick(ben, bens.id, second.id, 'SEA')
  const last = await pick(ada, adas.id, second.id, 'JAX')
  const { connectionString } = pool.database
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
  const env = { DATABASE_URL: connectionString, NODE_ENV: 'production', OUTLAST_DATA: pool.config.dataDir }
  return {
    ...pool,
    ada,
    ben,
    folder,
    /** Positions at which week 1 was open, and at which it was locked and week 2 open. */
    hidden,
    last,
    file: (name: string) => join(folder, name),
    command: (name: CommandName, args: readonly string[], options: ProgramOptions = {}): Promise<ExitedProgram> =>
      runCommand(name, args, { ...options, env: { ...env, ...options.env } }),
    /** Runs a statement without the log's protections, like an intruder with access to the database. */
    damage: (statement: string) =>
      runStatement(
        connectionString,
        `SET session_replication_role = replica; ${statement}; SET session_replication_role = DEFAULT`,
      ),
    /** The recorded head of the log, `position:hash`. */
    head: async () => {
      const { position, hash } = await readHead(database.db)
      return `${position}:${hash}`
    },
    async stop() {
      await database.close()
      await pool.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type CommandPool = Awaited<ReturnType<typeof startCommandPool>>
