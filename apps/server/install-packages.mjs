import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

// Plain JavaScript, because a release's launcher contains it too, and runs on the Node.js that happens to be installed.

/**
 * Installs the packages that a release's folder below `platform` pins, with npm. Only those for this machine are downloaded.
 *
 * @param {string} folder contains a package.json and a package-lock.json
 * @param {string} what is installed, for the messages
 * @param {string} instead what the operator can do if this fails, as the end of a sentence
 * @param {string | undefined} npm the program of npm that the environment names (`npm_execpath`)
 * @returns {void}
 */
export function installPackages(folder, what, instead, npm) {
  if (!isWritable(folder))
    throw new Error(
      `${what} is not installed yet, and this user cannot write to ${folder}: run the command install once as its owner, or ${instead}.`,
    )
  process.stderr.write(`Installing ${what} (once) ...\n`)
  const args = ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  const cli = findNpm(process.execPath, npm)
  const { status, error } =
    cli === undefined ? spawnSync('npm', args, options) : spawnSync(process.execPath, [cli, ...args], options)
  if (error !== undefined) throw new Error(`${what} is missing, and so is npm, which installs it: install npm, or ${instead}.`)
  if (status !== 0) throw new Error(`npm could not install ${what}; see its message above. Try again, or ${instead}.`)
}

/**
 * Finds the program of npm: the one that runs this, or the one that came with this Node.js, which works with an empty PATH as well. The
 * Node.js that a release installs has none, so its launcher names the npm that installed it.
 *
 * @param {string} node the path of Node.js
 * @param {string | undefined} named in the variable with which npm itself names its program
 * @returns {string | undefined}
 */
export function findNpm(node, named) {
  const folders = [node, realPath(node)].map(dirname)
  const places = folders.flatMap((folder) => [join(folder, '..', 'lib', 'node_modules'), join(folder, 'node_modules')])
  const found = [...places, '/usr/share/nodejs', '/usr/lib/node_modules', '/usr/local/lib/node_modules'].map((place) =>
    join(place, 'npm', 'bin', 'npm-cli.js'),
  )
  return [...(named !== undefined && basename(named) === 'npm-cli.js' ? [named] : []), ...found].find((file) => existsSync(file))
}

/** @param {string} path */
function realPath(path) {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
