import type { ReactNode } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { AuditLineItem } from './audit-line.tsx'
import type { useTrail } from './use-trail.ts'

interface TrailListProps {
  readonly trail: ReturnType<typeof useTrail>
  readonly narrow: (name: 'entry' | 'actor', id: number) => void
  readonly lookAt: (position: number) => void
}

/** The trail, windowed: it reads on when somebody scrolls to where it ends. */
export function TrailList({ trail, narrow, lookAt }: TrailListProps): ReactNode {
  const { status, lines, error, more, retry } = trail
  if (lines.length === 0) {
    if (status === 'failed') return <ErrorBox message={error} onRetry={retry} />
    if (status === 'loading') return <Skeleton height={480} />
    return (
      <EmptyState title="Nothing on record">No event of the log fits what you look for, as far as you may see it.</EmptyState>
    )
  }
  return (
    <>
      <Virtuoso
        useWindowScroll
        data={lines}
        computeItemKey={(_, line) => line.position}
        itemContent={(_, line) => <AuditLineItem line={line} narrow={narrow} lookAt={lookAt} />}
        endReached={more}
        increaseViewportBy={400}
      />
      {status === 'failed' && <ErrorBox message={error} onRetry={retry} />}
      {status === 'loading' && <Skeleton lines={2} />}
    </>
  )
}
