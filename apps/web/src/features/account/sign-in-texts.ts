import type { DeviceSession } from '@outlast/contract'
import { easternDay } from '../../clock/format.ts'

const HOUR_MS = 3_600_000

/**
 * Returns when a device was last used, as exactly as the server knows it: by the hour.
 * @param now the device's own time
 */
export function lastSeenText(
  { is_current, last_seen_at }: Pick<DeviceSession, 'is_current' | 'last_seen_at'>,
  now: string,
): string {
  if (is_current) return 'Active now'
  const hours = Math.floor((Date.parse(now) - Date.parse(last_seen_at)) / HOUR_MS)
  if (hours < 1) return 'Active within the last hour'
  if (hours < 24) return `Active ${hours === 1 ? 'an hour' : `${hours} hours`} ago`
  if (hours < 48) return 'Active yesterday'
  return `Active ${Math.floor(hours / 24)} days ago`
}

const METHODS: Readonly<Record<DeviceSession['method'], string>> = {
  password: 'Signed in with the password',
  link: 'Signed in with a mailed link',
  passkey: 'Signed in with a passkey',
  registration: 'Signed in when you joined',
  unknown: 'Signed in',
}

/** Returns how and on which day a device signed in. */
export function signedInText({ method, signed_in_at }: Pick<DeviceSession, 'method' | 'signed_in_at'>): string {
  return `${METHODS[method]} on ${easternDay(signed_in_at)}`
}
