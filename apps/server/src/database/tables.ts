import type { Instant, UnreadEventPart, UserId, WebhookEvent, WebhookPreset, WeekId } from '@outlast/domain'
import type { ColumnType, Generated } from 'kysely'

/** The tables of the schema `public`, as Kysely reads and writes them. The read models have a schema of their own. */
export interface Tables {
  events: EventsTable
  log_head: LogHeadTable
  verified_log: VerifiedLogTable
  command_receipts: CommandReceiptsTable
  state_snapshots: StateSnapshotsTable
  accounts: AccountsTable
  password_resets: PasswordResetsTable
  account_links: AccountLinksTable
  setup_link: SetupLinkTable
  sessions: SessionsTable
  passkeys: PasskeysTable
  used_challenges: UsedChallengesTable
  invitations: InvitationsTable
  newcomers: NewcomersTable
  deliveries: DeliveriesTable
  delivery_endpoints: DeliveryEndpointsTable
  feed_status: FeedStatusTable
  feed_requests: FeedRequestsTable
  web_assets: WebAssetsTable
  crest_images: CrestImagesTable
  calendar_addresses: CalendarAddressesTable
  token_names: TokenNamesTable
  webhooks: WebhooksTable
  news_cursor: NewsCursorTable
  announced: AnnouncedTable
  notification_preferences: NotificationPreferencesTable
  push_subscriptions: PushSubscriptionsTable
  treasurer: TreasurerTable
  bank_rows: BankRowsTable
  backup_status: BackupStatusTable
  week_summaries: WeekSummariesTable
  past_champions: PastChampionsTable
}

interface EventsTable {
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
  event_hash: Buffer | null
  hash: Buffer
}

interface LogHeadTable {
  only_row: Generated<boolean>
  position: number
  hash: Buffer
  recorded_at: Instant
}

/** See log/verified-log.ts. */
interface VerifiedLogTable {
  only_row: Generated<boolean>
  position: number
  hash: Buffer
  verified_at: Generated<Instant>
}

interface CommandReceiptsTable {
  key_hash: Buffer
  request_hash: Buffer
  outcome: unknown
  created_at: Generated<Instant>
}

interface StateSnapshotsTable {
  position: number
  format: number
  state: Buffer
  created_at: Generated<Instant>
}

export interface AccountsTable {
  user_id: number
  email: string
  /** The e-mail in lower case, which is unique. */
  email_key: string
  first_name: string
  last_name: string
  mobile: string | null
  /** A bcrypt hash; null until an invited member sets a password. */
  password_hash: string | null
  created_at: Instant
  /** Of the commitment to the names, in hex; null until the log has one. */
  name_salt: string | null
}

interface PasswordResetsTable {
  token_hash: Buffer
  user_id: number
  expires_at: Instant
}

interface AccountLinksTable {
  user_id: number
  purpose: string
  token_hash: Buffer
  address: string
  expires_at: Instant
  /** The hash of the secret of the browser that requested a link to sign in. */
  browser_hash: Generated<Buffer | null>
}

interface SessionsTable {
  id: string
  user_id: number
  token_version: number
  device: string
  method: string
  created_at: Instant
  last_seen_at: Instant
  expires_at: Instant
}

interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  user_handle: string
  public_key: Buffer
  counter: number
  name: string
  is_synced: boolean
  created_at: Generated<Instant>
  last_used_at: Generated<Instant | null>
}

interface UsedChallengesTable {
  challenge_hash: Buffer
  expires_at: Instant
}

export interface InvitationsTable {
  id: number
  /** Readable, because admins print it (docs/decisions/038). */
  code: string
  label: string
  created_at: Instant
}

interface SetupLinkTable {
  only_row: Generated<boolean>
  salt: Generated<string>
}

interface NewcomersTable {
  user_id: number
  /** Null for an account. */
  entry_id: number | null
  /** A keyed hash of the network address. */
  address_hash: Buffer
  created_at: Generated<Instant>
}

export interface DeliveriesTable {
  id: Generated<number>
  message_id: Generated<string>
  channel: 'mail' | 'push' | 'webhook'
  /** What may be slow or fail on its own: the mail server, a browser, or a webhook. Of a delivered message the channel that took it, or `file`. */
  endpoint: string
  /** The host of a browser's push service. */
  host: Generated<string>
  purpose: string
  priority: number
  user_id: number | null
  webhook_id: number | null
  /** The news that it announces, so that each webhook gets it once; of other messages the event that caused them. */
  once_key: string | null
  recipient: string | null
  subject: string | null
  text: string | null
  /** JSON; see `MessageOptions` in outbox/transport.ts. */
  options: unknown
  created_at: Generated<Instant>
  due_at: Generated<Instant>
  expires_at: Instant | null
  attempts: Generated<number>
  next_attempt_at: Generated<Instant>
  claimed_by: string | null
  last_error: string | null
  response_status: number | null
  delivered_at: Instant | null
  given_up_at: Instant | null
}

/** The endpoints whose last attempt failed. */
interface DeliveryEndpointsTable {
  endpoint: string
  /** In a row. */
  failures: number
  /** Whether there was no answer in time. */
  is_slow: boolean
  failing_since: Instant
  failed_at: Generated<Instant>
  rests_until: Instant | null
}

interface NotificationPreferencesTable {
  user_id: number
  /** Null: the member never chose one. */
  channel: 'mail' | 'push' | 'both' | 'none' | null
  time_zone: string | null
  /** JSON: what the member switched on or off. */
  news: ColumnType<Readonly<Record<string, boolean>>, string | undefined, string>
}

interface PushSubscriptionsTable {
  endpoint: string
  user_id: number
  p256dh: string
  auth: string
  device: string | null
  /** The login that switched push on. Null in subscriptions from before logins were stored with them. */
  session_id: string | null
  created_at: Generated<Instant>
  /** Set while the last message was refused. */
  refused_at: Generated<Instant | null>
  refused_status: Generated<number | null>
}

interface FeedStatusTable {
  only_row: Generated<boolean>
  /** JSON; see feed/feed-status.ts. */
  status: ColumnType<unknown, string, string>
  updated_at: Generated<Instant>
}

/** What the desk shows of an answer of the feed: what could not be read, and games that are not over and not in it. */
export interface NamedPart extends Omit<UnreadEventPart, 'what'> {
  readonly what: UnreadEventPart['what'] | 'missing'
}

interface FeedRequestsTable {
  week_id: WeekId
  asked_at: Instant
  /** The admin who asked; null: the automatic sync. */
  asked_by: UserId | null
  ok_at: Instant | null
  error: string | null
  unread: ColumnType<readonly NamedPart[], string | undefined, string>
}

interface CrestImagesTable {
  crest: string
  size: number
  png: Buffer
}

interface WebAssetsTable {
  path: string
  body: Buffer
  /** Null while the file belongs to the newest build. */
  replaced_at: ColumnType<Instant | null, null | undefined, Instant | null>
}

interface TokenNamesTable {
  token_id: number
  user_id: number
  name: string
}

interface CalendarAddressesTable {
  user_id: number
  salt: string
  token_hash: Buffer
  created_at: Generated<Instant>
}

export interface WebhooksTable {
  id: number
  label: string
  preset: WebhookPreset
  events: WebhookEvent[]
  url: string
  /** `whsec_` and the key of the signatures in base64. */
  secret: string
  created_at: Generated<Instant>
  switched_off_at: Instant | null
}

interface NewsCursorTable {
  only_row: Generated<boolean>
  position: number
}

interface TreasurerTable {
  only_row: Generated<boolean>
  venmo: string | null
  paypal: string | null
  cash_app: string | null
  zelle: string | null
  iban: string | null
  holder: string | null
  bic: string | null
}

interface BankRowsTable {
  /** SHA-256 of a row of a bank's file. */
  row_hash: Buffer
  recorded_at: Generated<Instant>
}

interface BackupStatusTable {
  only_row: Generated<boolean>
  last_success_at: Instant | null
  /** Failures since the last success. */
  failures: Generated<number>
  /** When the first backup was made or scheduled. */
  watched_since: Generated<Instant>
  /** Whether an admin switched on daily backups. */
  is_daily: Generated<boolean>
}

interface WeekSummariesTable {
  week_id: number
  text: string
}

/** See api/past-champions.ts. */
interface PastChampionsTable {
  season_year: number
  names: readonly string[]
}

/** See messages/announced.ts. */
interface AnnouncedTable {
  key: string
  user_id: number | null
  /** JSON. */
  value: unknown
}
