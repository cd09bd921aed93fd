import { getStored, setStored } from '../lib/local-storage.ts'

/** Says whether the dashboard offers a passkey: `open` after a registration, until the member decides. */
const KEY = 'passkey-offer'

/** Lets the dashboard offer a passkey to a member who has just joined. */
export const offerPasskey = (): void => setStored(KEY, 'open')

export const isPasskeyOffered = (): boolean => getStored(KEY) === 'open'

export const endPasskeyOffer = (): void => setStored(KEY, null)
