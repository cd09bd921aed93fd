import type { BackupStatus, MakeBackupBody } from '@outlast/contract'
import { api, write } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { easternTime } from '../clock/format.ts'
import { useAction } from '../ui/forms/use-action.ts'
import { toast } from '../ui/toast.tsx'

const readStatus = () => api.call('backupStatus')

/**
 * The pool's backups, and how to make one.
 * @param version any value whose change means that the status is out of date
 */
export function useBackups(version?: unknown) {
  const { data, error: loadError, refetch } = useQuery(readStatus, 'Failed to load the state of the backups', version)
  const { run, pending, error } = useAction(
    async (body: MakeBackupBody) => {
      const status = await write('makeBackup', { body })
      refetch()
      if (status.problem === 'failed') throw new Error('The backup failed')
      toast(body.daily === true ? 'Backup made. The next one follows tomorrow' : 'Backup made')
    },
    { fallback: 'The backup failed. The log of the server says why' },
  )
  return { status: data, isAnswered: data !== undefined || loadError !== null, refetch, make: run, pending, error }
}

/** Says when the last backup was made, and that nothing after it is backed up. */
export function lastBackupText({ last_success_at: last }: Pick<BackupStatus, 'last_success_at'>): string {
  if (last === null) return 'There is no backup of this pool yet.'
  return `The last backup is from ${easternTime(last)}. Later picks and payments are not in a backup.`
}
