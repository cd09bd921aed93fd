import { SERVER_ARGS, SERVER_ENV } from '@outlast/server/program'
import { JWT_SECRET } from './secret.ts'
import { freePort, type Part, startProgram } from '../process/worker.ts'
import { untilReady } from './ready.ts'

export interface OurServerOptions {
  readonly connectionString: string
  readonly dataDir: string
  /** Where to put a CPU profile. */
  readonly profile: string | undefined
  /** Beyond the benchmarks' own settings. */
  readonly env?: Readonly<Record<string, string>>
}

/** The server, running. */
export interface OurServer {
  readonly port: number
  readonly part: Part
  /** Seconds from the start of its process until it said that it was ready. */
  readonly readyAfter: number
}

/** Starts ours as `npm start` does: its main program with its defaults, on a database that runs already. */
export async function startOurServer({ connectionString, dataDir, profile, env: more }: OurServerOptions): Promise<OurServer> {
  const port = await freePort()
  const env = {
    ...SERVER_ENV,
    DATABASE_URL: connectionString,
    OUTLAST_DATA: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    JWT_SECRET,
    AUTO_SYNC: 'off',
    // All members of a load client have one address.
    RATE_LIMITS: 'off',
    ...more,
  }
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const begun = performance.now()
  const part = startProgram([...profiling, ...SERVER_ARGS], { env })
  await untilReady(port, part)
  return { port, part, readyAfter: (performance.now() - begun) / 1000 }
}
