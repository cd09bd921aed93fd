import { userTopic } from '@outlast/contract/live'
import { type ReactNode, useEffect } from 'react'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { checkToken, updateSessionUser, useSession } from '../../session/session.ts'

/** Updates the signed-in user from the live view. A member who becomes an admin sees the admin links at once. */
export function SessionFollower(): ReactNode {
  const session = useSession()
  return session.status === 'signed-in' ? <UserFollower id={session.user.id} /> : null
}

function UserFollower({ id }: { readonly id: number }): null {
  const state = useTopic(userTopic(id))
  const user = viewOf(state)?.user
  useEffect(() => {
    if (user !== undefined) updateSessionUser(user)
  }, [user])
  // The server refuses access to the user's own topic only when the token is no longer valid.
  const isRefused = state.status === 'refused'
  useEffect(() => {
    if (isRefused) void checkToken()
  }, [isRefused])
  return null
}
