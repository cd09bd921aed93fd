import { upgradeDatabase } from '../../src/upgrade/upgrade-database.ts'

// Upgrades a database, and stops for good at one statement of its migrations, until it is killed:
// `node stopped-upgrade.ts <connection string> <data folder> <statement, from 0> before|after`.

const [, , connectionString = '', dataDir = '', at = '', moment = ''] = process.argv
let statement = -1

await upgradeDatabase({
  connectionString,
  config: { dataDir, backups: undefined },
  report: () => {},
  onStatement: async (when) => {
    if (when === 'before') statement += 1
    if (statement !== Number(at) || when !== moment) return
    process.stdout.write('stopped\n')
    // A timer keeps the process alive.
    await new Promise(() => setInterval(() => {}, 60_000))
  },
})
process.stdout.write('finished\n')
