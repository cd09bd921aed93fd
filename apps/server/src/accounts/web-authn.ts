import type { AddPasskeyBody, PasskeyCreation, PasskeyRequest, SubmitPasskeyBody } from '@outlast/contract'
import { type UserId } from '@outlast/domain'
import { HttpError } from '../lib/http-error.ts'
import type { Account } from './accounts.ts'
import { CHALLENGE_MS, type Challenges } from './challenges.ts'
import type { NewPasskey, StoredPasskey } from './passkeys.ts'
import type { LinkSettings } from './password-links.ts'

/** EdDSA, ES256 and RS256. Every current authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257]
const SIGN_IN = 'sign in'

interface WebAuthnOptions {
  readonly links: LinkSettings
  readonly challenges: Challenges
  readonly isAllowedOrigin: (origin: string) => boolean
}

/** A sign-in with a valid signature. */
interface VerifiedSignIn {
  readonly challenge: string
  readonly counter: number
}

/**
 * Runs the ceremonies of WebAuthn, which the library verifies. The relying party is the host of `PUBLIC_URL`; a page of another allowed
 * origin can use its passkeys only if the browser accepts that host there.
 */
export class WebAuthn {
  readonly #options: WebAuthnOptions
  readonly #rpId: string

  constructor(options: WebAuthnOptions) {
    this.#options = options
    this.#rpId = new URL(options.links.publicUrl).hostname
  }

  /** Returns options for a sign-in. They name no account: the authenticator offers the accounts that it knows. */
  signInOptions(): PasskeyRequest {
    return { challenge: this.#newChallenge(SIGN_IN), timeout: CHALLENGE_MS, rpId: this.#rpId, userVerification: 'required' }
  }

  /**
   * Returns options for a new passkey of an account.
   * @param sessionId the session that requests them; only the same session can add the passkey
   * @param existing the ids of the account's credentials, so that one authenticator does not get two
   */
  creationOptions(account: Account, sessionId: string, existing: readonly string[]): PasskeyCreation {
    const { challenges, links } = this.#options
    return {
      rp: { id: this.#rpId, name: links.clubName() },
      user: {
        id: encode(challenges.userHandle(account.user_id)),
        name: account.email,
        displayName: `${account.first_name} ${account.last_name}`,
      },
      challenge: this.#newChallenge(purposeOf(account.user_id as UserId, sessionId)),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      excludeCredentials: existing.map((id) => ({ id, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }
  }

  /** Verifies what the browser returned for a new passkey. Throws `passkey_invalid`. */
  async verifyNew(
    { name, response }: AddPasskeyBody,
    userId: UserId,
    sessionId: string,
  ): Promise<{ readonly passkey: NewPasskey; readonly challenge: string }> {
    const { verifyRegistrationResponse } = await loadLibrary()
    const { expected, used } = this.#expectations(response.response.clientDataJSON, purposeOf(userId, sessionId))
    const result = await verifyRegistrationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {} },
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }).catch(() => undefined)
    if (result?.verified !== true) throw new HttpError('passkey_invalid')
    const { credential, credentialBackedUp: isSynced } = result.registrationInfo
    const { id: credentialId, publicKey, counter } = credential
    const userHandle = encode(this.#options.challenges.userHandle(userId))
    return { passkey: { credentialId, userHandle, publicKey, counter, name, isSynced }, challenge: used() }
  }

  /** Verifies a sign-in. Returns undefined if anything about it is wrong, such as a counter that did not rise. */
  async verifySignIn({ response }: SubmitPasskeyBody, stored: StoredPasskey): Promise<VerifiedSignIn | undefined> {
    const { userHandle, ...signed } = response.response
    if (typeof userHandle === 'string' && userHandle !== stored.userHandle) return undefined
    const { verifyAuthenticationResponse } = await loadLibrary()
    const { expected, used } = this.#expectations(signed.clientDataJSON, SIGN_IN)
    const result = await verifyAuthenticationResponse({
      ...expected,
      response: { ...response, response: signed, clientExtensionResults: {} },
      credential: { id: response.id, publicKey: stored.publicKey, counter: stored.counter },
      requireUserVerification: true,
    }).catch(() => undefined)
    return result?.verified === true ? { challenge: used(), counter: result.authenticationInfo.newCounter } : undefined
  }

  #newChallenge(purpose: string): string {
    return encode(this.#options.challenges.create(purpose))
  }

  #expectations(clientDataJSON: string, purpose: string) {
    const { challenges, isAllowedOrigin } = this.#options
    const origin = originIn(clientDataJSON)
    let challenge = ''
    const expected = {
      expectedChallenge: (given: string) => {
        challenge = given
        return challenges.isValid(given, purpose)
      },
      // The library compares origins literally, so it gets the one that the check of all requests allows.
      expectedOrigin: origin !== undefined && isAllowedOrigin(origin) ? [origin] : [],
      expectedRPID: this.#rpId,
    }
    return { expected, used: () => challenge }
  }
}

/** Loaded when it is first used, because it is large and most processes verify no passkey for a long time. */
const loadLibrary = () => import('@simplewebauthn/server')

const purposeOf = (userId: UserId, sessionId: string): string => `add ${userId} ${sessionId}`
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

function originIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const origin: unknown = typeof data === 'object' && data !== null && 'origin' in data ? data.origin : undefined
    return typeof origin === 'string' ? origin : undefined
  } catch {
    return undefined
  }
}
