// Tools with one binary per platform list all platforms as optional packages. npm omits those that it could not find, for example because
// a mirror has only some platforms. `npm ci` then rejects the lockfile as incomplete on every machine.

const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  openharmony: 'openharmony',
}
const CPUS = {
  arm64: 'arm64',
  arm: 'arm',
  x64: 'x64',
  64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
}

/**
 * Returns the problems of a lockfile as sentences: missing optional packages, and addresses of hosts.
 *
 * @param {{ packages: Record<string, any> }} lockfile the parsed package-lock.json
 * @returns {string[]}
 */
export function lockfileProblems(lockfile) {
  const hosts = Object.entries(lockfile.packages).filter(([, entry]) => /^(https?|git\S*):/.test(entry.resolved ?? ''))
  return [
    ...missingPackages(lockfile).map(({ name, by }) => `package-lock.json lacks ${name}, which ${by} lists`),
    ...hosts.map(([path]) => `package-lock.json names a host for ${path}: install with the project's .npmrc`),
  ]
}

/**
 * Adds the missing optional packages of other platforms by version. npm reads their other details when it installs them.
 *
 * @param {{ packages: Record<string, any> }} lockfile changed in place
 * @returns {string[]} the names of the added packages
 */
export function completeLockfile(lockfile) {
  const missing = missingPackages(lockfile)
  for (const { name, version, dev } of missing) {
    const entry = { ...platformOf(name), ...(dev ? { dev } : {}), optional: true }
    const sorted = Object.entries(entry).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    lockfile.packages[`node_modules/${name}`] = { version, ...Object.fromEntries(sorted) }
  }
  const [root, ...others] = Object.entries(lockfile.packages)
  lockfile.packages = Object.fromEntries([root, ...others.toSorted(([a], [b]) => a.localeCompare(b, 'en'))])
  return missing.map(({ name }) => name)
}

function missingPackages({ packages }) {
  return Object.entries(packages).flatMap(([by, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !(`node_modules/${name}` in packages) && !(`${by}/node_modules/${name}` in packages))
      .map(([name, version]) => ({ name, version, by, dev })),
  )
}

/**
 * Reads the platform from a package's name, e.g. `@oxlint/binding-linux-arm64-musl`. Throws if the name contains none, because npm would
 * install the package on every machine.
 */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const os = words.map((word) => SYSTEMS[word]).find(Boolean)
  const cpu = words.map((word) => CPUS[word]).find(Boolean)
  if (os === undefined || cpu === undefined) throw new Error(`The name ${name} contains no platform`)
  const libc = words.at(-1).startsWith('musl') ? 'musl' : words.at(-1).startsWith('gnu') ? 'glibc' : undefined
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] }
}
