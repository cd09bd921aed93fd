import { ApiError, type Passkey } from '@outlast/contract'
import { api, write } from '../api/client.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { signIn } from './session.ts'

/** Renews the challenge of an open sign-in page before it expires after five minutes. */
const RENEW_MS = 240_000

const loadLibrary = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Whether this browser has passkeys here: they belong to a host name, never to an address such as 127.0.0.1. */
export function hasPasskeys(): boolean {
  const isName = /[a-z]/i.test(location.hostname) && !location.hostname.startsWith('[')
  return isName && window.isSecureContext && typeof window.PublicKeyCredential === 'function'
}

/** The browser showed its question, and the member closed it or let it expire. */
class PasskeyCancelled extends Error {}

/**
 * Signs in with a passkey that the member chooses.
 * @throws PasskeyCancelled, ApiError
 */
export async function signInWithPasskey(): Promise<void> {
  await authenticate(false)
}

/**
 * Offers passkeys in the suggestions of the email field, where the browser can do that, until `signal` aborts. Failures are silent: the
 * member did not ask for anything yet.
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<void> {
  const library = await loadLibrary().catch(() => undefined)
  if (library === undefined || !(await library.browserSupportsWebAuthnAutofill())) return
  while (!signal.aborted) {
    const renewal = setTimeout(() => library.WebAuthnAbortService.cancelCeremony(), RENEW_MS)
    const stop = (): void => library.WebAuthnAbortService.cancelCeremony()
    signal.addEventListener('abort', stop, { once: true })
    const started = performance.now()
    const isDone = await authenticate(true).then(
      () => true,
      () => false,
    )
    clearTimeout(renewal)
    signal.removeEventListener('abort', stop)
    // A ceremony that ended early was replaced by the button, or the browser refuses: then the form stays without suggestions.
    if (isDone || performance.now() - started < RENEW_MS) return
  }
}

async function authenticate(useBrowserAutofill: boolean): Promise<void> {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = await api.call('passkeySignInOptions', { body: {} })
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(throwCancelled)
  signIn(await api.call('submitPasskey', { body: { response } }))
}

/**
 * Creates a passkey for the signed-in member.
 * @param password needed when this device signed in a while ago: the server then answers `sign_in_again` without it
 * @throws PasskeyCancelled, ApiError
 */
export async function createPasskey(name: string, password?: string): Promise<Passkey> {
  const { startRegistration } = await loadLibrary()
  const body = password === undefined ? {} : { current_password: password }
  const optionsJSON = await api.call('passkeyOptions', { body })
  const response = await startRegistration({ optionsJSON }).catch(throwCancelled)
  return write('addPasskey', { body: { name, response } })
}

/** Returns a name for a passkey that is created on this device. */
export function deviceName(): string {
  const { userAgent } = navigator
  const known: readonly [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android phone'],
    [/Macintosh/, 'Mac'],
    [/Windows/, 'Windows PC'],
    [/CrOS/, 'Chromebook'],
  ]
  return known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'My device'
}

/** Returns what to tell the member about a failure; null when they cancelled it themselves. */
export function passkeyError(error: unknown, fallback: string): string | null {
  if (error instanceof PasskeyCancelled) return null
  if (error instanceof ApiError) return error.message
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return isKnown ? 'This device already has a passkey for your account' : fallback
}

function throwCancelled(error: unknown): never {
  if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) throw new PasskeyCancelled()
  throw error
}
