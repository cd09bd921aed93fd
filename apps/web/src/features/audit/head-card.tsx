import type { AuditHead } from '@outlast/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import styles from './audit.module.css'

interface HeadCardProps {
  /** Changes when something happened in the pool. */
  readonly moved: number
  /** Something stands in the log that the list below does not have. */
  readonly onNews: (() => void) | undefined
}

/** The end of the chain: whoever keeps it can tell later whether the log was rewritten. */
export function HeadCard({ moved, onNews }: HeadCardProps): ReactNode {
  const [head, setHead] = useState<AuditHead>()
  const [error, setError] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    api.call('auditHead').then(
      (answer) => {
        if (gone) return
        setHead(answer)
        setError(null)
      },
      (failure: unknown) => gone || setError(errorMessage(failure, 'Failed to load the audit trail')),
    )
    return () => {
      gone = true
    }
  }, [moved, tries])
  return (
    <Card title="The chain’s head">
      {error !== null && <ErrorBox message={error} onRetry={() => setTries(tries + 1)} />}
      {head === undefined && error === null && <Skeleton lines={2} />}
      {head !== undefined && (
        <>
          <p>
            The log has <strong>{head.position}</strong> events. Each one’s hash covers the one before it, so this line stands for
            all of them. Note it down or post it somewhere: if the log is ever rewritten, it will not fit any more.
          </p>
          <code className={styles.hash}>
            #{head.position} {head.hash}
          </code>
        </>
      )}
      {onNews !== undefined && (
        <p>
          <Button variant="secondary" size="small" onClick={onNews}>
            Show what happened since
          </Button>
        </p>
      )}
    </Card>
  )
}
