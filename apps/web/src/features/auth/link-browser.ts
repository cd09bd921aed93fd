import { getStored, setStored } from '../../lib/local-storage.ts'

const KEY = 'sign-in-link'

/** The secret of this browser, to which it binds the links that it requests; undefined if it never requested one. */
export const linkBrowser = (): string | undefined => getStored(KEY)

/** Returns the secret of this browser, and creates it for the first link. */
export function newLinkBrowser(): string {
  const known = linkBrowser()
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  setStored(KEY, secret)
  return secret
}
