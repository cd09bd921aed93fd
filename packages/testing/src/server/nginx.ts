import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNginx } from './nginx-program.mjs'

const HOW_TO_INSTALL =
  'Several servers need nginx in front of them: install it (Debian: apt-get install nginx-light; macOS: brew install nginx), or set NGINX_PATH to its program'
const TEMPLATE = new URL('../../../../deploy/nginx/nginx.conf.template', import.meta.url)
/** As in compose.yaml: one that failed is left alone for a second. */
const SERVER_OPTIONS = 'max_fails=1 fail_timeout=1s'
export const LEFT_ALONE_MS = 1_000
const TRY_MS = 20

/** nginx, running with the project's configuration. */
export interface Nginx {
  /** Of its master process, whose children are its workers. */
  readonly pid: number
  stop(): Promise<void>
}

/** The configuration that {@link TEMPLATE} gives: nginx on a port of the loopback interface, in front of servers on others. */
export function nginxConfig(port: number, serverPorts: readonly number[], template = readFileSync(TEMPLATE, 'utf8')): string {
  const values: Readonly<Record<string, string>> = {
    OUTLAST_LISTEN: `127.0.0.1:${port}`,
    OUTLAST_SERVERS: serverPorts.map((one) => `server 127.0.0.1:${one} ${SERVER_OPTIONS};`).join(' '),
  }
  // What `envsubst '$OUTLAST_LISTEN $OUTLAST_SERVERS'` does.
  return template.replace(/\$\{(OUTLAST_\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Starts nginx with a configuration, in a folder of its own. Throws what it says when it does not like it. */
export async function startNginx(config: string, port: number): Promise<Nginx> {
  const program = findNginx()
  if (program === undefined) throw new Error(HOW_TO_INSTALL)
  const folder = mkdtempSync(join(tmpdir(), 'outlast-nginx-'))
  // Root's nginx works as `nobody`, who must reach the answers that it keeps in files.
  chmodSync(folder, 0o755)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const args = ['-p', `${folder}/`, '-e', 'stderr', '-c', file]
  const checked = spawnSync(program, [...args, '-t', '-q'], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`nginx does not like its configuration:\n${checked.stderr}`)
  const child = spawn(program, [...args, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-10_000)))
  const ended = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, TRY_MS))
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
