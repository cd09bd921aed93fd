import type { SeasonView } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import type { Seasons } from './use-season.ts'

interface SeasonGateProps {
  readonly seasons: Seasons
  readonly onSeason: (year: number) => void
  readonly children: (view: SeasonView, year: number) => ReactNode
}

/** Shows a season once it is loaded; until then a placeholder, an error or why there is none. */
export function SeasonGate({ seasons: { state, years }, onSeason, children }: SeasonGateProps) {
  switch (state.status) {
    case 'loading':
      return <TableSkeleton />
    case 'failed':
      return <ErrorBox message={state.message} onRetry={state.retry} />
    case 'none':
      return <EmptyState title="No season yet">The grid appears once the pool has its first week.</EmptyState>
    case 'missing':
      return (
        <EmptyState
          title={`There is no ${state.year} season`}
          action={years.slice(0, 6).map((year) => (
            <Button key={year} onClick={() => onSeason(year)}>{`Show ${year}`}</Button>
          ))}
        >
          {years.length === 0 ? 'The pool has no weeks yet.' : 'The pool has no weeks in that season.'}
        </EmptyState>
      )
    case 'ready':
      return children(state.view, state.year)
  }
}

/** The placeholder of a table, about as tall. */
export function TableSkeleton() {
  return (
    <>
      <Loading />
      <Skeleton height={480} />
    </>
  )
}
