import { createECDH, createHmac, type ECDH } from 'node:crypto'
import { readOrCreateSecret } from '../../lib/secret-file.ts'

/** The keys that identify the pool to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const FILE = 'vapid-key'
const CURVE = 'prime256v1'
const KEY_BYTES = 32
/** Node omits the leading zeros of a key. More than four are practically impossible, so a shorter file is truncated. */
const MIN_KEY_BYTES = KEY_BYTES - 4

/**
 * Returns the pool's VAPID keys: from the configured private key; otherwise, if the token secret is configured, derived from it,
 * so that all processes have the same; otherwise generated once and stored in the data folder. Browsers tie their subscriptions
 * to the key, so a change of it ends all of them.
 *
 * @throws Error with a message for the operator if the key is unusable or its file cannot be read or written
 */
export async function vapidKeys(config: {
  readonly vapidPrivateKey: string | undefined
  readonly jwtSecret: string | undefined
  readonly dataDir: string
}): Promise<VapidKeys> {
  if (config.vapidPrivateKey !== undefined) return keysOf(config.vapidPrivateKey)
  if (config.jwtSecret !== undefined) return derivedKeys(config.jwtSecret)
  const stored = await readOrCreateSecret({
    folder: config.dataDir,
    name: FILE,
    label: 'the key for push messages',
    remedy: 'set VAPID_PRIVATE_KEY or OUTLAST_DATA',
    generate: () => {
      const ecdh = createECDH(CURVE)
      ecdh.generateKeys()
      return `${ecdh.getPrivateKey().toString('base64url')}\n`
    },
  })
  return keysOf(stored.trim())
}

function keysOf(privateKey: string): VapidKeys {
  const bytes = Buffer.from(privateKey, 'base64url')
  const ecdh = bytes.length < MIN_KEY_BYTES ? undefined : withPrivateKey(bytes)
  if (ecdh === undefined) throw new Error('The key for push messages is not a private key of the curve P-256')
  return { publicKey: ecdh.getPublicKey().toString('base64url'), privateKey: toText(ecdh.getPrivateKey()) }
}

/** Derives the keys from a secret. Almost any 32 bytes are a valid private key; the counter is for those that are not. */
function derivedKeys(secret: string): VapidKeys {
  for (let counter = 0; ; counter += 1) {
    const ecdh = withPrivateKey(createHmac('sha256', secret).update(`vapid:${counter}`).digest())
    if (ecdh !== undefined)
      return { publicKey: ecdh.getPublicKey().toString('base64url'), privateKey: toText(ecdh.getPrivateKey()) }
  }
}

function withPrivateKey(bytes: Buffer): ECDH | undefined {
  const ecdh = createECDH(CURVE)
  try {
    ecdh.setPrivateKey(bytes)
    return ecdh
  } catch {
    return undefined
  }
}

function toText(key: Buffer): string {
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64url')
}
