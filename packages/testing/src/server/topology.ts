import { freePort, startProgram } from '../process/worker.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { LEFT_ALONE_MS, type Nginx, nginxConfig, startNginx } from './nginx.ts'
import { startServer, type TopologyServer } from './restartable-server.ts'

export interface TopologyOptions {
  /** How many servers. */
  readonly servers: number
  /** Where the proxy listens. Default: any port that is free. */
  readonly port?: number
  /** The servers' environment, the database's address and the secret in it; docs/configuration.md. */
  readonly env: Readonly<Record<string, string>>
  /** What Node runs as a server. Default: what `npm start` does. */
  readonly program?: readonly string[]
}

/** What deploy/compose.yaml starts, but for the database: servers, and nginx in front of them. */
export interface Topology {
  /** nginx's port of the loopback interface. */
  readonly port: number
  readonly nginx: Nginx
  readonly servers: readonly TopologyServer[]
  stop(): Promise<void>
}

/** Starts it on a database that is migrated. */
export async function startTopology({ servers, port, env, program }: TopologyOptions): Promise<Topology> {
  const proxyPort = port ?? (await freePort())
  const all = { PUBLIC_URL: `http://127.0.0.1:${proxyPort}`, TRUST_PROXY: 'on', ...env }
  const running = await Promise.all(Array.from({ length: servers }, () => startServer(all, program)))
  const config = nginxConfig(
    proxyPort,
    running.map((server) => server.port),
  )
  const stopServers = async () => void (await Promise.all(running.map((server) => server.stop())))
  try {
    const nginx = await startNginx(config, proxyPort)
    return {
      port: proxyPort,
      nginx,
      servers: running,
      async stop() {
        // Servers first, so that the proxy passes on what they answer last.
        await stopServers()
        await nginx.stop()
      },
    }
  } catch (error) {
    await stopServers()
    throw error
  }
}

/** `npm run migrate`, a process of its own before any server starts. */
export async function migrateOnce(connectionString: string): Promise<void> {
  const code = await startProgram(['apps/server/src/cli/migrate.ts'], { env: { DATABASE_URL: connectionString } }).ended
  if (code !== 0) throw new Error(`the migration ended with ${code}`)
}

/** Starts a server again. Ends when the proxy asks it again too: until then the others must stay. */
export async function bringBack(server: TopologyServer): Promise<void> {
  await server.start()
  await delay(2 * LEFT_ALONE_MS)
}

/** One server after the other goes and comes back, as with a new version. */
export async function roll({ servers }: Pick<Topology, 'servers'>): Promise<void> {
  for (const server of servers) {
    await server.stop()
    await bringBack(server)
  }
}
