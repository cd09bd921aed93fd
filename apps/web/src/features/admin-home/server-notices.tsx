import type { BackupStatus } from '@outlast/contract'
import { CopyForward } from '../../desk/copy-forward.tsx'
import { failuresOf } from '../../desk/server-checks.ts'
import { addressProblem, diskProblem, mailProblem, type MissingPart } from '../../desk/server-status.tsx'
import { lastBackupText } from '../../desk/use-backups.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './server-notices.module.css'
import type { Notices } from './use-notices.ts'

/** Says above everything else that the disk is full or nearly so: picks are refused. */
export function DiskNotice({ notices: { server } }: { readonly notices: Notices }) {
  const part = server.data && diskProblem(server.data)
  return (
    part && (
      <Notice title={part.title}>
        <p>{part.text}</p>
        {part.forward !== undefined && <CopyForward text={part.forward} />}
      </Notice>
    )
  )
}

/** What is missing on the server, each with what to do about it. When all is well, only the last backup. */
export function ServerNotices({ notices: { server: query, backups, checks } }: { readonly notices: Notices }) {
  const server = query.data
  const { status, make, pending, error } = backups
  const backup = status && backupPart(status)
  const found: readonly (MissingPart | undefined)[] = [
    backup?.part,
    server && addressProblem(server),
    server && mailProblem(server),
    ...failuresOf(checks.data ?? []),
  ]
  const parts = found.filter((part) => part !== undefined)
  const [first] = parts
  const lastBackup = status !== undefined && backup === undefined && (
    <LastBackup status={status} pending={pending} error={error} onMake={() => void make({})} />
  )
  if (first === undefined) return lastBackup
  const isOne = parts.length === 1
  return (
    <>
      <Notice title={isOne ? first.title : `${parts.length} things to do on the server`}>
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part.title} className={styles.part}>
              <p>
                {!isOne && <strong>{part.title}. </strong>}
                {part.text}
              </p>
              {part.forward !== undefined && <CopyForward text={part.forward} />}
              {part === backup?.part && (
                <>
                  <Button size="small" pending={pending} onClick={() => make(backup.daily ? { daily: true } : {})}>
                    {backup.label}
                  </Button>
                  <ErrorText>{error}</ErrorText>
                </>
              )}
            </li>
          ))}
        </ul>
      </Notice>
      {lastBackup}
    </>
  )
}

interface LastBackupProps {
  readonly status: BackupStatus
  readonly pending: boolean
  readonly error: string | null
  readonly onMake: () => void
}

/** Says when the last backup was made while backups are made and succeed. */
function LastBackup({ status, pending, error, onMake }: LastBackupProps) {
  return (
    <div className={styles.backup}>
      <p>{lastBackupText(status)} A new one is made every day.</p>
      <Button size="small" pending={pending} onClick={onMake}>
        Back up now
      </Button>
      <ButtonLink to="/admin/club" size="small">
        Pool health
      </ButtonLink>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}

/** What to do about the backups; undefined while they are made and succeed. */
function backupPart(status: BackupStatus) {
  const last = lastBackupText(status)
  const help = 'The person who runs the computer can find out why.'
  const forward =
    'Our Outlast pool has no good backup. Its log says why, and the command “doctor” says what to do. Please look at both.'
  if (status.problem !== null) {
    const title = status.problem === 'failed' ? 'The last backup failed' : 'The last backup is too old'
    return { part: { title, text: `${last} ${help}`, forward }, label: 'Back up now', daily: false }
  }
  if (status.is_scheduled) return undefined
  return {
    part: {
      title: 'Nothing is backed up',
      text: `${last} A backup is a file in the folder “backups” of the pool’s data. Copy it to another disk from time to time: it is lost if this disk fails.`,
    },
    label: 'Back up now, and every day',
    daily: true,
  }
}
