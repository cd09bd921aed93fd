import type { Instant } from '@outlast/domain'
import type { Generated } from 'kysely'

/** Tables of the schema `public`, as Kysely reads and writes them. Read models stand in a schema of their own. */
export interface Tables {
  events: EventsTable
  log_head: LogHeadTable
  command_receipts: CommandReceiptsTable
  state_snapshots: StateSnapshotsTable
  accounts: AccountsTable
  password_resets: PasswordResetsTable
}

export interface EventsTable {
  position: number
  stream: string
  version: number
  event_id: string
  type: string
  schema_version: number
  data: unknown
  metadata: unknown
  recorded_at: Instant
  site_time: Instant
  data_hash: Buffer
  hash: Buffer
}

export interface LogHeadTable {
  only_row: Generated<boolean>
  position: number
  hash: Buffer
  recorded_at: Instant
}

export interface CommandReceiptsTable {
  key_hash: Buffer
  request_hash: Buffer
  outcome: unknown
  created_at: Generated<Instant>
}

export interface StateSnapshotsTable {
  position: number
  format: number
  state: Buffer
  created_at: Generated<Instant>
}

export interface AccountsTable {
  user_id: number
  email: string
  /** The e-mail in lower case: what makes it unique. */
  email_key: string
  first_name: string
  last_name: string
  mobile: string | null
  /** bcrypt; null until an invited member sets one. */
  password_hash: string | null
  created_at: Instant
}

export interface PasswordResetsTable {
  token_hash: Buffer
  user_id: number
  expires_at: Instant
}
