import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** A database cluster on disk, and everything needed to run it. */
export interface Cluster {
  /** PostgreSQL's data directory. */
  readonly data: string
  /** The folder of the Unix socket. */
  readonly sockets: string
  readonly logFile: string
  readonly user: string
  readonly password: string
  readonly account: Account | undefined
  readonly binaries: Binaries
  /** Releases the cluster's lock. */
  readonly release: () => void
}

/** The name of the cluster's superuser and of the app's database. */
export const ROLE = 'outlast'

/** The port is part of the socket's file name. Nothing listens on the network. */
export const PORT = 5432
