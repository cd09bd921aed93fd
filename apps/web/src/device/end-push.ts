import type { SessionState } from '../session/session.ts'

/**
 * Ends the push messages of a device on which nobody is signed in. The push service then refuses what the pool sends. When the pool could
 * not say whose session it was, the member signs in again and keeps the messages.
 * @param ended how the session ended; null if there was none
 */
export async function endPush(ended: Extract<SessionState, { readonly status: 'visitor' }>['ended']): Promise<void> {
  if (ended === 'unanswered') return
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
