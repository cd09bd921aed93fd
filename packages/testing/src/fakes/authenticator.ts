import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '@outlast/contract'

/** What a test changes in an answer, to see it rejected. */
interface Faults {
  readonly origin?: string
  readonly rpId?: string
  readonly isUserVerified?: boolean
  /** The signature counter. Default: one more than at the last use. */
  readonly counter?: number
  readonly userHandle?: string
}

interface Credential {
  readonly id: Buffer
  readonly userHandle: string
  readonly privateKey: KeyObject
  counter: number
}

/** Flags of authenticator data: user present, user verified, attested credential data included. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

/** An authenticator in software, which answers like a browser does (https://www.w3.org/TR/webauthn-3, ES256, no attestation). */
export class FakeAuthenticator {
  readonly #origin: string
  readonly #credentials: Credential[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Creates a passkey. */
  create(options: PasskeyCreation, faults: Faults = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const credential = { id, userHandle: options.user.id, privateKey, counter: 0 }
    this.#credentials.push(credential)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)])
    const authData = Buffer.concat([this.#authenticatorData(credential, options.rp.id, ATTESTED, faults), attested])
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ])
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, faults)
    const response = { clientDataJSON: encode(clientDataJSON), attestationObject: encode(attestationObject) }
    return { ...this.#envelope(credential), response }
  }

  /** Signs in with the newest passkey, or with the one at an index. */
  get(options: PasskeyRequest, faults: Faults = {}, index = -1) {
    const credential = this.#credentials.at(index)
    if (credential === undefined) throw new Error('This authenticator has no such passkey')
    credential.counter += 1
    const authData = this.#authenticatorData(credential, options.rpId, 0, faults)
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, faults)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()])
    const response = {
      clientDataJSON: encode(clientDataJSON),
      authenticatorData: encode(authData),
      signature: encode(sign('sha256', signed, credential.privateKey)),
      userHandle: faults.userHandle ?? credential.userHandle,
    }
    return { ...this.#envelope(credential), response }
  }

  #envelope({ id }: Credential) {
    return { id: encode(id), rawId: encode(id), type: 'public-key' as const }
  }

  #authenticatorData({ counter }: Credential, rpId: string, flags: number, faults: Faults): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.counter ?? counter)
    const verified = faults.isUserVerified === false ? 0 : VERIFIED
    const hash = createHash('sha256').update(faults.rpId ?? rpId)
    return Buffer.concat([hash.digest(), Buffer.from([PRESENT | verified | flags]), count])
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64url')

/** The COSE form of an ES256 key: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(x: string, y: string): Buffer {
  const [one, two, three, minusOne, minusTwo, minusThree, minusSeven] = [0x01, 0x02, 0x03, 0x20, 0x21, 0x22, 0x26].map((byte) =>
    Buffer.from([byte]),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
  return cborMap([
    [one, two],
    [three, minusSeven],
    [minusOne, one],
    [minusTwo, cborBytes(Buffer.from(x, 'base64url'))],
    [minusThree, cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

// The few forms of CBOR (RFC 8949) that an attestation needs.
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([Buffer.from([0xa0 | pairs.length]), ...pairs.flat()])
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
