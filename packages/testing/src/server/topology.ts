import { setTimeout as sleep } from 'node:timers/promises'
import { startProgram } from '../process/program.ts'
import { FAIL_TIMEOUT_MS, type Nginx, nginxConfig, startNginx } from './nginx.ts'
import { freePort, type ServerProcess, type ServerProcessOptions, startServer } from './server-process.ts'

export interface TopologyOptions extends Pick<ServerProcessOptions, 'program' | 'output'> {
  /** How many servers. */
  readonly servers: number
  /** Where the proxy listens. Default: a free port. */
  readonly port?: number
  /** The servers' environment, with the connection string and the JWT secret (docs/configuration.md). */
  readonly env: Readonly<Record<string, string>>
}

/** What deploy/compose.yaml starts, without the database: servers with nginx in front of them. */
export interface Topology {
  /** nginx's port on the loopback interface. */
  readonly port: number
  readonly url: string
  readonly nginx: Nginx
  readonly servers: readonly ServerProcess[]
  stop(): Promise<void>
}

/** Starts servers and nginx on a migrated database. */
export async function startTopology({ servers: count, port, env, ...options }: TopologyOptions): Promise<Topology> {
  const proxyPort = port ?? (await freePort())
  const url = `http://127.0.0.1:${proxyPort}`
  const proxiedEnv = { PUBLIC_URL: url, TRUST_PROXY: 'on', ...env }
  const servers = await Promise.all(Array.from({ length: count }, () => startServer({ ...options, env: proxiedEnv })))
  const stopServers = async () => void (await Promise.all(servers.map((server) => server.stop())))
  const config = nginxConfig(
    proxyPort,
    servers.map((server) => server.port),
  )
  try {
    const nginx = await startNginx(config, proxyPort)
    return {
      port: proxyPort,
      url,
      nginx,
      servers,
      async stop() {
        // The servers stop first, so that the proxy forwards their last responses.
        await stopServers()
        await nginx.stop()
      },
    }
  } catch (error) {
    await stopServers()
    throw error
  }
}

/** Runs `npm run migrate` as a process of its own, which deployments do before they start a server. */
export async function runMigration(connectionString: string): Promise<void> {
  const program = startProgram(process.execPath, ['apps/server/src/main.ts', 'migrate'], {
    env: { DATABASE_URL: connectionString },
  })
  const { code, err } = await program.exited
  if (code !== 0) throw new Error(`the migration exited with ${code}:\n${err}`)
}

/** Starts a server again, and waits until the proxy sends requests to it. Until then the other servers must keep running. */
export async function restartServer(server: ServerProcess): Promise<void> {
  await server.start()
  await sleep(2 * FAIL_TIMEOUT_MS)
}

/** Restarts one server after the other, as a new version is deployed. */
export async function restartOneByOne(servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) {
    await server.stop()
    await restartServer(server)
  }
}
