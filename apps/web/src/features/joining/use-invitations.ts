import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useTopicView } from '../../live/use-topic.ts'

const fetchInvitations = () => api.call('listInvitations')

/** Reads the invitations, and again whenever a member joins, because a use may have been counted. */
export function useInvitations() {
  const members = useTopicView('admin', ({ users }) => ({ count: users.length }))
  return useQuery(fetchInvitations, 'Failed to load the invitations', members?.count)
}
