import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { missingPackages, nodePackage, thisMachine } from './packages.mjs'
import { binFolder, root, run, wasInterrupted } from './run.mjs'

const OLDEST_NODE = 20

/** A connection that breaks leaves a package of this platform out, silently: one more try fetches it. */
const TRIES = 3

/**
 * Makes sure that the packages of the lockfile are installed, and installs them where they are missing or older.
 * Asks nothing of the network when they are there. Ends the process with a sentence when it cannot.
 */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    stop(`Outlast needs Node.js ${OLDEST_NODE} or newer to install itself; this is ${process.version}.`)
  }
  for (let tries = 0; missing().length > 0; tries += 1) {
    if (tries === TRIES) stop(`npm did not install ${missing().join(', ')}: is the registry reachable?`)
    console.log('Installing the packages (once; this takes a minute) ...')
    const code = await npm(['ci', '--include=dev', '--include=optional', '--loglevel=error'])
    if (wasInterrupted()) process.exit(130)
    if (code !== 0) stop('The packages could not be installed: npm said why above.', code)
  }
  linkNode()
}

/** The packages that are missing here, by name. */
function missing() {
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  const names = missingPackages(locked, installed, thisMachine()).map((path) => path.split('node_modules/').at(-1))
  return existsSync(nodeProgram()) ? names : [...new Set([...names, nodePackage(thisMachine())])]
}

/** @returns {Record<string, any>} nothing when there is no such file, or only half of one */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

const nodeProgram = () => join(root, 'node_modules', nodePackage(thisMachine()), 'bin', 'node')

/**
 * Makes `node` of the packages' commands Node 26. npm does so too, but npm 10 takes the link away again with the packages of other
 * platforms that it leaves out: they have a command of the same name.
 */
function linkNode() {
  const link = join(binFolder, 'node')
  if (existsSync(link)) return
  mkdirSync(binFolder, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', nodePackage(thisMachine()), 'bin', 'node'), link)
}

/** Runs npm: the one that started this script where there is one, else the one in the PATH. */
function npm(args) {
  const cli = process.env.npm_execpath
  return cli !== undefined && basename(cli) === 'npm-cli.js' ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

/** Says why, and ends the process. */
export function stop(sentence, code = 1) {
  console.error(sentence)
  process.exit(code)
}
