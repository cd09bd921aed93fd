import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { missingPackages, nodePackage, platformProblem, thisMachine } from './packages.mjs'
import { sayingThatItRuns } from './progress.mjs'
import { binFolder, root, run, wasInterrupted } from './run.mjs'

const OLDEST_NODE = 20

/** npm silently skips an optional package if the connection breaks; another attempt fetches it. */
const ATTEMPTS = 3

/**
 * Installs the packages of the lockfile unless they are already there. Uses the network only if one is missing. Ends the process with a
 * message if the installation fails.
 */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    stop(`Outlast needs Node.js ${OLDEST_NODE} or newer to install itself; this is ${process.version}.`)
  }
  const problem = platformProblem(process)
  if (problem !== undefined) stop(problem)
  for (let attempts = 0; missing().length > 0; attempts += 1) {
    if (attempts === ATTEMPTS) stop(`npm did not install ${missing().join(', ')}: is the registry reachable?`)
    console.log('Installing the packages (once; this takes a minute) ...')
    const code = await sayingThatItRuns(
      'Installing the packages',
      npm(['ci', '--include=dev', '--include=optional', '--loglevel=error']),
    )
    if (wasInterrupted()) process.exit(130)
    if (code !== 0) stop('The packages could not be installed; see the message from npm above.', code)
  }
  linkNode()
}

/** Returns the names of the missing packages. */
function missing() {
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  const names = missingPackages(locked, installed, thisMachine()).map((path) => path.split('node_modules/').at(-1))
  return existsSync(nodeProgram()) ? names : [...new Set([...names, nodePackage(thisMachine())])]
}

/** @returns {Record<string, any>} empty if the file is missing or incomplete */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

const nodeProgram = () => join(root, 'node_modules', nodePackage(thisMachine()), 'bin', 'node')

/**
 * Links `node_modules/.bin/node` to Node 26. npm does this too, but npm 10 removes the link again together with the packages of other
 * platforms, which have a command of the same name.
 */
function linkNode() {
  const link = join(binFolder, 'node')
  if (existsSync(link)) return
  mkdirSync(binFolder, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', nodePackage(thisMachine()), 'bin', 'node'), link)
}

/** Runs npm: the one that started this script if there is one, otherwise the one in the PATH. */
function npm(args) {
  const cli = process.env.npm_execpath
  return cli !== undefined && basename(cli) === 'npm-cli.js' ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

/** Prints a message and ends the process. */
export function stop(message, code = 1) {
  console.error(message)
  process.exit(code)
}
