import type { ComponentType, ReactNode } from 'react'
import { type LazyPart, lazyPart, type LoadFailureProps } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/button.tsx'
import { PageLoading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/**
 * Creates a screen whose code is fetched on the first visit. When that fails, the failure appears with Retry in the place of the screen.
 * @param load imports the screen's module
 * @param name the screen component's export
 * @param isFirstScreen whether the page's first style sheet has its styles
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  isFirstScreen = false,
): LazyPart<object> {
  return lazyPart(() => load().then((module) => module[name]), {
    placeholder: <PageLoading />,
    isFirstScreen,
    Failure: ScreenFailure,
  })
}

function ScreenFailure({ isRetrying, onRetry }: LoadFailureProps): ReactNode {
  return (
    <div role="alert">
      <PageHeader
        title="This page could not be loaded"
        lead="Your connection may be down, or there is a new version of Outlast. Everything you saved is safe."
      />
      <Button pending={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
