import { dirname, join } from 'node:path'
import { textOf } from './files.ts'
import { type Machine, startMachine } from './machine.ts'

/** The name that docs/hosting.md gives to the pool. */
export const HOST = 'pool.your-club.example'

const SETTINGS = `PUBLIC_URL=https://${HOST}\nADMIN_EMAIL=ada@club.example\nAUTO_SYNC=off\nNODE_EXTRA_CA_CERTS=/etc/ssl/outlast-test.pem\n`

/** Stands in for an editor: the settings of this club replace those of the example. */
const EDITOR = `#!/bin/sh
{ printf '%s' '${SETTINGS}'; grep -v -e ^PUBLIC_URL -e ^ADMIN_EMAIL "$1"; } >/run/edited && cat /run/edited >"$1"
`

/** The packages are on this machine, whose files the test's machine has. */
const APT = `#!/bin/sh
for name in "$@"; do [ "$name" = install ] || command -v "\${name%js}" >/dev/null || exit 100; done
`

/** Returns the commands of the code blocks of the section about a server with systemd, a list for each block. */
function blocksOfPage(): readonly (readonly string[])[] {
  const [, section = ''] = textOf('docs/hosting.md').split('\n## A server with systemd and Caddy\n')
  const blocks = [...(section.split('\n## ')[0] ?? '').matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, code = '']) => code)
  return blocks.map((code) =>
    code
      .split('\n')
      .map((line) => line.replace(/ {2,}#.*/, '').trim())
      .filter((line) => line !== ''),
  )
}

/** Returns the commands of the block with a command that begins like this. */
export const blockWith = (beginning: string): readonly string[] =>
  blocksOfPage().find((lines) => lines.some((line) => line.startsWith(beginning))) ?? []

/** A change to the steps of the page, or to the machine before them: the fault of a test. */
export interface Fault {
  /** Returns the command that runs in its place; undefined if none does. */
  readonly command?: (line: string) => string | undefined
}

/** Starts a machine that can follow docs/hosting.md. */
export async function startHost(): Promise<Machine> {
  const machine = await startMachine([HOST, 'pool.club.example'])
  machine.write('/usr/local/bin/nano', EDITOR, 0o755)
  machine.write('/usr/local/bin/apt', APT, 0o755)
  machine.ok('printf "\noffline=true\n" >>/root/.npmrc')
  return machine
}

/**
 * Follows the steps for a server, up to the first command that does not install. Two things differ from a real server: the packages of
 * Debian and npm come from this machine's caches, and Caddy is its own certificate authority.
 */
export function install(machine: Machine, archive: string, version: string, { command = (line) => line }: Fault = {}): void {
  machine.copy(archive, `/root/outlast-${version}.tgz`)
  machine.copy(join(dirname(archive), 'CHECKSUMS'), '/root/SHA256SUMS')
  const lines = blocksOfPage().flat()
  let folder = '/root'
  for (const line of lines.slice(0, lines.indexOf('sudo outlast doctor'))) {
    const changed = command(line)?.replaceAll('<version>', version)
    if (changed === undefined) continue
    if (changed.startsWith('cd ')) folder = changed.slice(3)
    if (changed.endsWith('reload caddy')) certifyItself(machine)
    machine.ok(`cd ${folder}; ${changed}`)
  }
  machine.ok(`until [ -e ${AUTHORITY} ]; do sleep 0.1; done; cp ${AUTHORITY} /etc/ssl/outlast-test.pem`)
  machine.ok('chmod 644 /etc/ssl/outlast-test.pem')
}

const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

function certifyItself(machine: Machine): void {
  const options = '\tlocal_certs\n\tskip_install_trust\n'
  const file = machine.read('/etc/caddy/Caddyfile')
  // Releases before 1.0.0 have no options of their own.
  const text = /^\{$/m.test(file) ? file.replace(/^\{\n/m, `{\n${options}`) : `{\n${options}}\n${file}`
  machine.write('/etc/caddy/Caddyfile', text)
}
