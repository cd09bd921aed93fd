import { type ReactNode, useEffect } from 'react'
import { userTopic } from '@outlast/contract/live'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { checkToken, updateSessionUser, useSession } from '../../session/session.ts'

/** Keeps the signed-in user as the pool knows them: whoever is made an admin sees the admin's links at once. */
export function SessionFollower(): ReactNode {
  const session = useSession()
  return session.status === 'signed-in' ? <Follow id={session.user.id} /> : null
}

function Follow({ id }: { readonly id: number }): null {
  const state = useTopic(userTopic(id))
  const user = viewOf(state)?.user
  useEffect(() => {
    if (user !== undefined) updateSessionUser(user)
  }, [user])
  // One's own topic is refused only when the token does not hold any more.
  const isRefused = state.status === 'refused'
  useEffect(() => {
    if (isRefused) void checkToken()
  }, [isRefused])
  return null
}
