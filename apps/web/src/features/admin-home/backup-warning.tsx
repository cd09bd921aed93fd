import type { BackupStatus } from '@outlast/contract'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { easternTime } from '../../clock/format.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { useTopicView } from '../../live/use-topic.ts'

const fetchStatus = () => api.call('backupStatus')

/** Warns when scheduled backups fail or are late. Nothing without a problem, or without a schedule. */
export function BackupWarning() {
  // Read again with every change of the admins' view, and when the admin comes back to the page.
  const changes = useTopicView('admin', (view) => view)
  const { data, refetch } = useQuery(fetchStatus, 'Failed to load the state of the backups', changes)
  useEffect(() => {
    const refetchIfVisible = () => document.visibilityState === 'visible' && refetch()
    document.addEventListener('visibilitychange', refetchIfVisible)
    return () => document.removeEventListener('visibilitychange', refetchIfVisible)
  }, [refetch])
  if (data === undefined || data.problem === null) return null
  return (
    <Notice title={data.problem === 'failed' ? 'The last backup failed' : 'The last backup is too old'}>
      <p>{describe(data)} Tell the person who runs the server: its log says why, and the command “doctor” says what to do.</p>
    </Notice>
  )
}

function describe({ last_success_at: last }: BackupStatus): string {
  if (last === null) return 'There is no backup of this pool yet.'
  return `The last good one is from ${easternTime(last)}. Later picks and payments are in no backup.`
}
