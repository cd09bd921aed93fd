import { ApiError, type Session, type User } from '@outlast/contract'
import { create } from 'zustand'
import { api, onUnauthorized } from '../api/client.ts'
import { saveToken, onTokenChange, getToken } from '../api/token.ts'
import { createContext, use } from 'react'

/**
 * Who uses this device. `loading`: there is a token, and whose it is is being asked. `left`: somebody signed out on purpose, so
 * whoever signs in next may be somebody else.
 */
export type SessionState =
  | { readonly status: 'visitor'; readonly left: boolean }
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: User; readonly token: string }

/** Waits before whose token this is is asked again when no answer came, in milliseconds. */
const AGAIN_AFTER = [500, 1_500, 3_000]

export const useSessionStore = create<SessionState>()(() => ({ status: 'visitor', left: false }))

/** Takes a token and whose it is, from signing in or registering, or a new one after the password changed. */
export function signIn({ token, user }: Session): void {
  saveToken(token)
  become({ status: 'signed-in', user, token })
}

/** Forgets the token on this device, because somebody wants to. */
export function signOut(): void {
  saveToken(null)
  become({ status: 'visitor', left: true })
}

/** Forgets a token that does not hold; not the one that somebody signed in with meanwhile. */
function forgetToken(token: string): void {
  if (getToken() !== token) return
  saveToken(null)
  become({ status: 'visitor', left: false })
}

/** Takes what is newly known of the signed-in user: a name was changed, an admin was made. */
export function updateSessionUser(user: User): void {
  const state = useSessionStore.getState()
  if (state.status === 'signed-in' && state.user.id === user.id) become({ ...state, user })
}

/** Finds out who is signed in, and follows what other tabs and the server say about it. Called once, when the app starts. */
export function startSession(): void {
  onUnauthorized(forgetToken)
  onTokenChange(() => void lookUp())
  void lookUp()
}

/** Asks whether the token still holds; a refusal signs out. For whoever noticed that it may not. */
export async function checkToken(): Promise<void> {
  await api.call('me').then(updateSessionUser, () => {})
}

async function lookUp(): Promise<void> {
  const token = getToken()
  if (token === null) return become({ status: 'visitor', left: false })
  become({ status: 'loading' })
  const user = await userOf(token)
  // Somebody may have signed in or out meanwhile.
  if (getToken() !== token) return
  if (user === undefined) forgetToken(token)
  else become({ status: 'signed-in', user, token })
}

/** Whose token it is; undefined when that cannot be found out. A connection that is lost for a moment signs nobody out. */
async function userOf(token: string): Promise<User | undefined> {
  for (const wait of [...AGAIN_AFTER, undefined]) {
    try {
      return await api.call('me')
    } catch (error) {
      if (wait === undefined || !(error instanceof ApiError) || error.code !== 'network' || getToken() !== token) return undefined
      await waitOrOnline(wait)
    }
  }
  return undefined
}

/** While the device itself says that it has no connection, asking is of no use. */
async function waitOrOnline(ms: number): Promise<void> {
  if (navigator.onLine) return new Promise((resolve) => setTimeout(resolve, ms))
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

const become = (state: SessionState): void => useSessionStore.setState(state, true)

/** Who uses this device. */
export const useSession = (): SessionState => useSessionStore()

/** Holds the user inside screens that need one. */
export const UserContext = createContext<User | undefined>(undefined)

/** The signed-in user, on screens behind the guard. */
export function useUser(): User {
  const user = use(UserContext)
  if (user === undefined) throw new Error('useUser needs a screen behind the guard')
  return user
}
