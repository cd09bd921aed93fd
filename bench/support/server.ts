import { type ServerProcess, startServer, testEnvironment } from '@outlast/testing'

export interface BenchServerOptions {
  readonly connectionString: string
  readonly dataDir: string
  /** The folder for a CPU profile; undefined makes none. */
  readonly profile: string | undefined
  readonly env?: Readonly<Record<string, string>>
}

/** Starts Outlast as `npm start` does, on a database that is already running, without rate limits and automatic sync. */
export function startBenchServer({ connectionString, dataDir, profile, env }: BenchServerOptions): Promise<ServerProcess> {
  return startServer({
    env: testEnvironment(connectionString, { OUTLAST_DATA: dataDir, LOG_LEVEL: 'info', ...env }),
    nodeArgs: [
      `--import=${new URL('collect-on-signal.ts', import.meta.url).href}`,
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ],
    output: 'errors',
  })
}
