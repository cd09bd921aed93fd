import pg from 'pg'
import { ServerDoesNotFit } from './server-fit.ts'
import { DiskFull, isDiskFullError, isDiskNearlyFull } from '../lib/disk-space.ts'

/** Which database is meant: one that `DATABASE_URL` names, or the one that Outlast runs itself. */
export interface DatabaseAddress {
  readonly connectionString: string
  readonly isEmbedded: boolean
  /** The folder of the embedded database, if it is known. */
  readonly folder?: () => string | undefined
}

/** Returns whether a database has a problem because its disk is full. */
export function isProblemOfFullDisk({ folder }: DatabaseAddress, error: unknown): boolean {
  const place = folder?.()
  // PostgreSQL stops and starts again and again while it cannot write its log.
  return isDiskFullError(causeOf(error)) || (place !== undefined && isDiskNearlyFull(place))
}

/** Returns what the operator should know and do about a database that cannot be reached. Contains no user and no password. */
export function describeDatabaseProblem(address: DatabaseAddress, error: unknown): string {
  const { connectionString, isEmbedded, folder } = address
  const cause = causeOf(error)
  if (cause instanceof ServerDoesNotFit) return cause.message
  if (isProblemOfFullDisk(address, error))
    return `${new DiskFull(folder?.()).message} Until then PostgreSQL stores what fits into its files. Everything else is refused, and nothing that was confirmed is lost. The pool then continues automatically`
  return `The database ${locationOf(connectionString)} cannot be reached: ${reasonOf(cause)}. ${adviceFor(codeOf(cause), isEmbedded)}`
}

function locationOf(connectionString: string): string {
  const { host, port, database } = new pg.Client({ connectionString })
  const place = host.startsWith('/') ? `on the socket in ${host}` : `on ${host}, port ${port},`.slice(0, -1)
  return database === undefined ? place : `"${database}" ${place}`
}

/** Node reports a host with several addresses as an error without a message that contains one error for each. */
function causeOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the name of the host cannot be resolved',
  ETIMEDOUT: 'the host does not respond',
  EHOSTUNREACH: 'the host cannot be reached',
  '57P03': 'it is starting or stopping',
  '53300': 'it has no free connection',
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const text = error instanceof Error && error.message !== '' ? error.message : code
  return REASONS[code] ?? text
}

function adviceFor(code: string, isEmbedded: boolean): string {
  if (code === '53300') return 'End other clients of the database, or raise its max_connections'
  if (isEmbedded) return 'Outlast restarts its own PostgreSQL and reconnects; if this lasts, restart Outlast'
  return 'Check that PostgreSQL is running and that DATABASE_URL names the right host and port. A running server reconnects automatically'
}
