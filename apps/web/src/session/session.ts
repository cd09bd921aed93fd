import { isUnanswered, type Session, type User } from '@outlast/contract'
import { createContext, use } from 'react'
import { create } from 'zustand'
import { api, onUnauthorized, write } from '../api/client.ts'
import { getToken, onTokenChange, saveToken } from '../api/token.ts'
import { forgetSavedViews, readSavedViews } from './saved-views.ts'

/**
 * The user of this device. The status is `loading` while the server identifies the owner of the stored token. `ended` tells how the
 * last session ended: `signed-out` on purpose, so that the next person to sign in may be someone else; `refused` by the server, because
 * it expired or was ended on another device; or `unanswered`, because the pool could not say whose it is.
 */
export type SessionState =
  | { readonly status: 'visitor'; readonly ended: 'signed-out' | 'refused' | 'unanswered' | null }
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: User; readonly token: string }

type Visitor = Extract<SessionState, { readonly status: 'visitor' }>

/** Delays between attempts to load the user when no response arrives, in milliseconds. */
const RETRY_DELAYS_MS = [500, 1_500, 3_000]
/** The delay between attempts while the saved views are shown. */
const SAVED_RETRY_MS = 5_000

/** Holds the session. Signing in, signing out and other tabs change it. */
export const useSession = create<SessionState>()(() => ({ status: 'visitor', ended: null }))

const setSession = (state: SessionState): void => useSession.setState(state, true)

/** Signs in with a token from the server: after a login, a registration or a password change. */
export function signIn({ token, user }: Session): void {
  saveToken(token)
  setSession({ status: 'signed-in', user, token })
}

/** Signs out on this device at the user's request, and ends the device's session on the server, so that the token is worthless. */
export function signOut(): void {
  // Sent with the token before it is removed. Without a connection, the session ends when the user signs out everywhere or it expires.
  write('endSession', { params: { id: 'current' } }, { isRepeated: false }).catch(() => {})
  forgetSession()
}

/** Removes the session from this device. The server has ended it already. */
export function forgetSession(): void {
  saveToken(null)
  setSession({ status: 'visitor', ended: 'signed-out' })
}

/** Drops a token that cannot be used, unless someone has signed in with another one since. */
function dropToken(token: string, ended: 'refused' | 'unanswered'): void {
  if (getToken() !== token) return
  saveToken(null)
  setSession({ status: 'visitor', ended })
}

/** Updates the signed-in user, for example after a new name or a grant of admin rights. */
export function updateSessionUser(user: User): void {
  const state = useSession.getState()
  if (state.status === 'signed-in' && state.user.id === user.id) setSession({ ...state, user })
}

/**
 * Loads the session, and updates it when another tab or the server changes it. Called once when the app starts.
 * @param showSaved called when the pool does not answer, and the member sees what the device has saved until it does
 * @param onVisitor called whenever nobody is signed in, also at the start
 */
export function startSession(showSaved: () => void, onVisitor: (ended: Visitor['ended']) => void): void {
  useSession.subscribe((state) => {
    if (state.status === 'visitor') onVisitor(state.ended)
  })
  onUnauthorized((token) => dropToken(token, 'refused'))
  onTokenChange(() => void loadSession(showSaved))
  void loadSession(showSaved)
}

/** Asks the server whether the token is still valid, and signs out when it is not. */
export async function checkToken(): Promise<void> {
  await api.call('me').then(updateSessionUser, () => {})
}

async function loadSession(showSaved: () => void): Promise<void> {
  const token = getToken()
  if (token === null) return setSession({ status: 'visitor', ended: null })
  setSession({ status: 'loading' })
  const saved = readSavedViews()
  // What another account left, or another version of the app.
  if (saved === undefined) forgetSavedViews()
  const user = await fetchUser(token, saved !== undefined, () => {
    if (saved === undefined || useSession.getState().status !== 'loading') return
    setSession({ status: 'signed-in', user: saved.user, token })
    showSaved()
  })
  // Someone may have signed in or out in the meantime.
  if (getToken() !== token) return
  if (user === undefined) dropToken(token, 'unanswered')
  else setSession({ status: 'signed-in', user, token })
}

/** Fetches the owner of a token; undefined when that fails. A brief loss of the connection does not sign the user out. */
async function fetchUser(token: string, isPatient: boolean, onUnreachable: () => void): Promise<User | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await api.call('me')
    } catch (error) {
      const delay = RETRY_DELAYS_MS[attempt] ?? (isPatient ? SAVED_RETRY_MS : undefined)
      const canRetry = isUnanswered(error) && getToken() === token
      if (delay === undefined || !canRetry) return undefined
      onUnreachable()
      await waitForRetry(delay)
    }
  }
}

/** Waits for `ms` milliseconds, or until the device is online again. */
async function waitForRetry(ms: number): Promise<void> {
  if (navigator.onLine) return new Promise((resolve) => setTimeout(resolve, ms))
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

/** Provides the signed-in user to member and admin screens. */
export const UserContext = createContext<User | undefined>(undefined)

/** Returns the signed-in user. Only for member and admin screens. */
export function useUser(): User {
  const user = use(UserContext)
  if (user === undefined) throw new Error('useUser needs a guarded screen')
  return user
}
