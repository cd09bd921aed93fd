import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import styles from './backup-first.module.css'
import { lastBackupText, useBackups } from './use-backups.ts'

/** Offers a backup before something is deleted for good. */
export function BackupFirst() {
  const { status, make, pending, error } = useBackups()
  return (
    <div className={`line note ${styles.line}`}>
      <p>{status === undefined ? 'A backup is the only way back.' : lastBackupText(status)}</p>
      <Button size="small" pending={pending} onClick={() => make({})}>
        Back up now
      </Button>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
