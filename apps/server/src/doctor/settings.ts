import { createHmac } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** What sets each part of the configuration; null for what cannot be set. */
const SETTINGS: Readonly<Record<keyof Config, string | null>> = {
  production: 'NODE_ENV',
  port: 'PORT',
  host: 'HOST',
  databaseUrl: 'DATABASE_URL',
  dataDir: 'OUTLAST_DATA',
  jwtSecret: 'JWT_SECRET',
  vapidPrivateKey: 'VAPID_PRIVATE_KEY',
  publicUrl: 'PUBLIC_URL',
  publicUrlIsDefault: 'PUBLIC_URL',
  clubName: 'CLUB_NAME',
  adminEmail: 'ADMIN_EMAIL',
  mail: 'SMTP_URL or MAIL_FROM',
  espnBaseUrl: 'ESPN_BASE_URL',
  autoSync: 'AUTO_SYNC',
  trustProxy: 'TRUST_PROXY',
  logLevel: 'LOG_LEVEL',
  rateLimits: 'RATE_LIMITS',
  metricsToken: 'METRICS_TOKEN',
  backups: 'BACKUP_DIR, BACKUP_EVERY or BACKUP_KEEP',
  passwordCost: null,
  passwordThreads: null,
}

type Hashes = Readonly<Record<string, string>>

/** Hashes each setting with the secret of the server, so that the hashes say nothing to whoever does not have it. */
export function settingHashes(config: Config, secret: string): Hashes {
  const hash = (value: unknown): string =>
    createHmac('sha256', secret)
      .update(`setting:${JSON.stringify(value)}`)
      .digest('hex')
  const parts = Object.keys(config).filter((part): part is keyof Config => part in SETTINGS)
  return Object.fromEntries(parts.map((part) => [part, hash([part, config[part]])]))
}

/** Returns the names of the settings that differ. Those that another version does not know are left out. */
export function differentSettings(ours: Hashes, theirs: Hashes): readonly string[] {
  const parts = Object.entries(SETTINGS).filter(([part]) => part in theirs && ours[part] !== theirs[part])
  return [...new Set(parts.flatMap(([, name]) => name ?? []))]
}
