import type { Command } from 'commander'
import { IS_CHECKOUT } from '../lib/paths.ts'

/** One command of the program, `outlast <name> …`. Its module is loaded only when it runs. */
interface Subcommand {
  /** What it does, as one line of the program's help. */
  readonly summary: string
  readonly load: () => Promise<{ readonly program: Command }>
}

/** A checkout installs its packages itself, before any command runs. */
const releaseOnly: readonly [string, Subcommand][] = IS_CHECKOUT
  ? []
  : [['install', { summary: 'installs PostgreSQL for this machine, as a start does', load: () => import('./install.ts') }]]

/** The commands of the program in the order of its help. In a checkout, each is an npm script as well. */
export const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = new Map<string, Subcommand>([
  ['start', { summary: 'starts the pool', load: () => import('./start.ts') }],
  ['demo', { summary: 'starts a temporary pool that plays a Sunday in a few minutes', load: () => import('./demo.ts') }],
  ['admin', { summary: 'grants or revokes admin rights', load: () => import('./admin.ts') }],
  ['log', { summary: 'verifies and exports the event log, and shows earlier states', load: () => import('./log.ts') }],
  ['verify', { summary: 'checks an exported log against heads that somebody kept', load: () => import('./verify.ts') }],
  ['projections', { summary: 'writes and checks the tables for readers of SQL', load: () => import('./projections.ts') }],
  ['migrate', { summary: 'migrates the database’s schema', load: () => import('./migrate.ts') }],
  ['import', { summary: 'imports a season from a file', load: () => import('./import.ts') }],
  ['backup', { summary: 'writes a backup of the pool to a file', load: () => import('./backup.ts') }],
  ['restore', { summary: 'restores a backup into an empty place', load: () => import('./restore.ts') }],
  ['doctor', { summary: 'checks what the pool needs, and says what to do', load: () => import('./doctor.ts') }],
  ['data', { summary: 'shows where the data is, and deletes it', load: () => import('./data.ts') }],
  ...releaseOnly,
])
