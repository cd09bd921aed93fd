import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Instant, instantToMs } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { hashLinkToken } from './link-tokens.ts'

// Raw SQL fragment: a used challenge is kept until it has expired by the database’s clock.

/** How long a challenge is valid, in milliseconds. */
export const CHALLENGE_MS = 300_000

const RANDOM_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32
const LENGTH = RANDOM_BYTES + TIME_BYTES + MAC_BYTES

interface ChallengesOptions {
  /** The server's secret, which all processes share. */
  readonly secret: string
  /** The database's time. */
  readonly now: () => Instant
}

/**
 * Creates and checks the challenges that passkeys sign. A challenge carries its expiry and a MAC, so that every process can check
 * it and a visitor who only opens the sign-in page causes no write. {@link markChallengeUsed} makes it single-use.
 */
export class Challenges {
  readonly #key: Buffer
  readonly #now: () => Instant

  constructor({ secret, now }: ChallengesOptions) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'outlast passkey challenges', 32))
    this.#now = now
  }

  /** @param purpose what the signed response may be used for, and by whom */
  create(purpose: string): Uint8Array<ArrayBuffer> {
    const time = Buffer.alloc(TIME_BYTES)
    time.writeUIntBE(instantToMs(this.#now()) + CHALLENGE_MS, 0, TIME_BYTES)
    const signed = Buffer.concat([randomBytes(RANDOM_BYTES), time])
    return Uint8Array.from(Buffer.concat([signed, this.#mac(signed, purpose)]))
  }

  /** Returns whether a challenge in base64url is ours, for this purpose, and has not expired. */
  isValid(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url')
    if (bytes.length !== LENGTH || bytes.toString('base64url') !== challenge) return false
    const signed = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
    if (!timingSafeEqual(bytes.subarray(RANDOM_BYTES + TIME_BYTES), this.#mac(signed, purpose))) return false
    return signed.readUIntBE(RANDOM_BYTES, TIME_BYTES) > instantToMs(this.#now())
  }

  /** Returns the opaque id by which authenticators know an account. It contains no personal data. */
  userHandle(userId: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(createHmac('sha256', this.#key).update(`user ${userId}`).digest())
  }

  #mac(signed: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(signed).update(purpose).digest()
  }
}

/** Marks a challenge as used. Returns false if any process has already used it. */
export async function markChallengeUsed(db: Kysely<Tables>, challenge: string): Promise<boolean> {
  const row = await db
    .insertInto('used_challenges')
    .values({
      challenge_hash: hashLinkToken(challenge),
      // Longer than it is valid, whatever the clocks of the processes say.
      expires_at: sql<Instant>`clock_timestamp() + interval '1 hour'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}
