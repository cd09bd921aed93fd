import type { User } from '@outlast/contract'
import { createContext, use } from 'react'
import { type SessionState, useSessionStore } from './session-store.ts'

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
