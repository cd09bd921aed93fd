import { type ReactNode, useEffect } from 'react'
import { userTopic } from '@outlast/contract/live'
import { useTopicView } from '../../live/use-topic.ts'
import { learnUser } from '../../session/session-store.ts'
import { useSession } from '../../session/use-session.ts'

/** Keeps the signed-in user as the pool knows them: whoever is made an admin sees the admin's links at once. */
export function SessionFollower(): ReactNode {
  const session = useSession()
  return session.status === 'signed-in' ? <Follow id={session.user.id} /> : null
}

function Follow({ id }: { readonly id: number }): null {
  const user = useTopicView(userTopic(id), (view) => view.user)
  useEffect(() => {
    if (user !== undefined) learnUser(user)
  }, [user])
  return null
}
