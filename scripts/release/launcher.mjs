import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findNpm, installPackages } from '@outlast/server/install-packages'
import { nodePackage, platformProblem } from '../lib/packages.mjs'

// `node outlast.mjs <command> …` in a release: runs the program on this Node.js, or on one that it installs if this one is too old. The
// shell script `outlast` next to it then uses that one at once.

const here = fileURLToPath(new URL('.', import.meta.url))
const self = fileURLToPath(import.meta.url)
const ownNode = join(here, 'platform', 'node', 'node')

/** @returns {boolean} whether this Node.js can run the program, as the release's package.json says */
function isNewEnough() {
  const { engines } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  const [oldest, found] = [engines.node.replace('>=', ''), process.versions.node].map((text) => text.split('.').map(Number))
  return found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1])
}

function installNode() {
  const folder = join(here, 'platform', 'node')
  installPackages(folder, 'Node.js 26', `install Node.js 26`, process.env.npm_execpath)
  const program = join(folder, 'node_modules', nodePackage({ os: process.platform, cpu: process.arch }), 'bin', 'node')
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(
      `Node.js 26 does not run on this machine (${error?.message ?? stderr.trim()}): install Node.js 22.15 or newer.`,
    )
  rmSync(ownNode, { force: true })
  symlinkSync(relative(folder, program), ownNode)
}

/** Runs the program on the release's own Node.js, and passes signals on. Only the first start waits for it like this. */
function runOnOwnNode() {
  if (!existsSync(ownNode)) installNode()
  // The release's Node.js comes without npm, which installs PostgreSQL as well.
  const npm = findNpm(process.execPath, process.env.npm_execpath)
  const env = npm === undefined ? process.env : { ...process.env, npm_execpath: npm }
  const child = spawn(ownNode, [self, ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('close', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** Node.js before 26 calls the SQLite that locks the data folder experimental. */
function hideExperimentalWarnings() {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`)
  })
}

try {
  const problem = platformProblem(process)
  if (problem !== undefined) throw new Error(problem)
  if (isNewEnough()) {
    hideExperimentalWarnings()
    process.argv[1] = process.env.OUTLAST_PROGRAM ?? `node ${relative(process.cwd(), self)}`
    await import(pathToFileURL(join(here, 'server', 'main.mjs')).href)
  } else {
    runOnOwnNode()
  }
} catch (error) {
  console.error(error instanceof TypeError ? error : error.message)
  process.exitCode = 1
}
