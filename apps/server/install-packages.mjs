import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Plain JavaScript, because a release's launcher contains it too, and runs on the Node.js that happens to be installed.

/**
 * Installs the packages that a release's folder below `platform` pins, with npm. Only those for this machine are downloaded.
 *
 * @param {string} folder contains a package.json and a package-lock.json
 * @param {string} what is installed, for the messages
 * @param {string} instead what the operator can do if this fails, as the end of a sentence
 * @returns {void}
 */
export function installPackages(folder, what, instead) {
  if (!isWritable(folder))
    throw new Error(
      `${what} is not installed yet, and this user cannot write to ${folder}: run the command install once as its owner, or ${instead}.`,
    )
  process.stderr.write(`Installing ${what} (once) ...\n`)
  const args = ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  const cli = npmBesideNode()
  const { status, error } =
    cli === undefined ? spawnSync('npm', args, options) : spawnSync(process.execPath, [cli, ...args], options)
  if (error !== undefined) throw new Error(`${what} is missing, and so is npm, which installs it: install npm, or ${instead}.`)
  if (status !== 0) throw new Error(`npm could not install ${what}; see its message above. Try again, or ${instead}.`)
}

/** Finds the npm that came with the Node.js that runs this, which works with an empty PATH as well. */
function npmBesideNode() {
  const cli = join(dirname(dirname(process.execPath)), 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  return existsSync(cli) ? cli : undefined
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
