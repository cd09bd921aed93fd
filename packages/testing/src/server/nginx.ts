import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTemporaryFolder } from '../files.ts'
import { root } from '../root.ts'
import { findNginx } from './nginx-program.mjs'

const TEMPLATE = join(root, 'deploy', 'nginx', 'nginx.conf.template')
/** How long nginx avoids a server after a failed request, as in compose.yaml. */
export const FAIL_TIMEOUT_MS = 1_000
const SERVER_OPTIONS = `max_fails=1 fail_timeout=${FAIL_TIMEOUT_MS / 1000}s`
const READY_CHECK_MS = 20
const HOW_TO_INSTALL =
  'Several servers need nginx in front of them: install it (Debian: apt-get install nginx-light; macOS: brew install nginx), or set NGINX_PATH to its program'

/** nginx, running with the project's configuration. */
export interface Nginx {
  /** The id of the master process, whose children are the workers. */
  readonly pid: number
  stop(): Promise<void>
}

/** Fills in the project's template for nginx on one port of the loopback interface, in front of servers on other ports. */
export function nginxConfig(port: number, serverPorts: readonly number[]): string {
  const values: Readonly<Record<string, string>> = {
    OUTLAST_LISTEN: `127.0.0.1:${port}`,
    OUTLAST_SERVERS: serverPorts.map((one) => `server 127.0.0.1:${one} ${SERVER_OPTIONS};`).join(' '),
  }
  // The same as `envsubst '$OUTLAST_LISTEN $OUTLAST_SERVERS'` in compose.yaml.
  return readFileSync(TEMPLATE, 'utf8').replace(/\$\{(OUTLAST_\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Starts nginx with a configuration, in a temporary folder. Rejects with nginx's own message when the configuration is invalid. */
export async function startNginx(config: string, port: number): Promise<Nginx> {
  const program = findNginx()
  if (program === undefined) throw new Error(HOW_TO_INSTALL)
  const folder = createTemporaryFolder('nginx')
  // nginx that root starts runs its workers as `nobody`, who must be able to read the responses that nginx buffers in files.
  chmodSync(folder, 0o755)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const args = ['-p', `${folder}/`, '-e', 'stderr', '-c', file]
  const check = spawnSync(program, [...args, '-t', '-q'], { encoding: 'utf8' })
  if (check.status !== 0) throw new Error(`nginx rejects its configuration:\n${check.stderr}`)
  const child = spawn(program, [...args, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-10_000)))
  const exited = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}:\n${stderr}`)
    await sleep(READY_CHECK_MS)
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
