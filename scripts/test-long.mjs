import { runBrowserTests } from './lib/browser-tests.mjs'
import { firstExisting, installDebianPackage } from './lib/debian.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureNginx } from './lib/nginx.mjs'
import { run, wasInterrupted } from './lib/run.mjs'

// `npm run test:long [-- faults|histories|...]`: what `npm test` leaves out, and the long forms of what it runs in short. Run it before a
// release, and after a change of what a kind covers. docs/testing.md says when each kind ran last and what it costs.

/** Each kind runs its tests and returns the exit code. @type {Record<string, () => Promise<number>>} */
const KINDS = {
  faults: vitest('long', ['apps', 'soak']),
  // Machines share the control groups of this one: two at a time end each other's processes.
  hosting: onMachines(vitest('long', ['deploy', '--no-file-parallelism'])),
  histories: vitest('unit', 'packages/domain/src/histories.property', { HISTORIES: '10000' }),
  'read-models': vitest('more', 'packages/projections/src/histories', { READ_MODEL_HISTORIES: '1000' }),
  secrecy: vitest('unit', 'packages/projections/src/secrecy.property', { SECRECY_HISTORIES: '1000' }),
  'there-and-back': vitest('unit', 'packages/domain/src/there-and-back.property', { THERE_AND_BACK_RUNS: '2000' }),
  scoreboard: vitest('unit', 'apps/server/src/feed/scoreboard.fuzz', { SCOREBOARD_MUTANTS: '20000' }),
  forgeries: vitest('more', 'soak/tamper/random-forgeries', { FORGERIES: '500', HONEST_LOGS: '2000' }),
  'bad-input': vitest('more', 'apps/server/tests/bad-input', { BAD_INPUT_RUNS: '300' }),
  live: vitest('more', 'apps/server/tests/live-messages', { LIVE_SEEDS: Array.from({ length: 30 }, (_, i) => i + 1).join() }),
  topics: vitest('unit', 'apps/server/src/live/affected-topics.property', { LIVE_HISTORIES: '3000' }),
  upgrades: vitest('more', 'apps/server/tests/upgrade-database', { EVERY_STATEMENT: '1' }),
  'curious-admin': () => run('node', ['soak/main.ts', 'curious-admin']),
  'real-season': vitest('more', 'apps/server/tests/real-season', { SEASON_MEMBERS: '40' }),
  browser: () => runBrowserTests([], { BROWSER_TESTS: 'long' }),
}

function vitest(project, files, env = {}) {
  return () => run('vitest', ['run', '--project', project, ...[files].flat()], { env })
}

/** Installs what the machines of deploy/tests need, which are root's. */
function onMachines(test) {
  return async () => {
    for (const name of ['caddy', 'dbus', 'sudo', 'systemd'])
      if (
        firstExisting(['/usr/bin', '/lib/systemd'].map((folder) => `${folder}/${name === 'dbus' ? 'dbus-daemon' : name}`)) ===
        undefined
      )
        await installDebianPackage(name, 'the machines that follow docs/hosting.md')
    return test()
  }
}

await ensureInstalled()
await ensureNginx()
const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => KINDS[name] === undefined)
if (unknown !== undefined) {
  console.error(`Unknown kind "${unknown}". Kinds: ${Object.keys(KINDS).join(', ')}`)
  process.exit(2)
}
const rows = []
for (const name of chosen.length === 0 ? Object.keys(KINDS) : chosen) {
  const startedAt = performance.now()
  const code = await KINDS[name]()
  if (wasInterrupted()) process.exit(130)
  rows.push({ name, passed: code === 0, minutes: (performance.now() - startedAt) / 60_000 })
}
for (const { name, passed, minutes } of rows)
  console.log(`${name}: ${passed ? 'passed' : 'FAILED'} after ${minutes.toFixed(1)} minutes`)
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1
