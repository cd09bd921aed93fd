import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import styles from './audit.module.css'

interface HeadCardProps {
  /** Changes with every event that the viewer may see. */
  readonly version: number
  /** Shows new events in the list below; undefined without new events. */
  readonly onShowNew: (() => void) | undefined
}

const fetchHead = () => api.call('auditHead')

/** The head of the hash chain. Anyone who keeps a copy can check later whether the log was rewritten. */
export function HeadCard({ version, onShowNew }: HeadCardProps): ReactNode {
  const { data: head, error } = useQuery(fetchHead, 'Failed to load the audit trail', version)
  return (
    <Card title="The newest line of the log">
      <ErrorBox message={error} />
      {head === undefined && error === null && <Skeleton lines={2} />}
      {head !== undefined && (
        <>
          <p>
            The log has <strong>{head.position}</strong> events. Each event’s hash covers the hash before it, so this line covers
            the whole log. Save it or post it somewhere: if the log is ever rewritten, it will no longer match.
          </p>
          <code className={styles.hash}>
            #{head.position} {head.hash}
          </code>
        </>
      )}
      {onShowNew !== undefined && (
        <p>
          <Button variant="secondary" size="small" onClick={onShowNew}>
            Show new events
          </Button>
        </p>
      )}
    </Card>
  )
}
