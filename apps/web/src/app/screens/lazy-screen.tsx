import type { ComponentType, ReactNode } from 'react'
import { lazyPart, type LoadFailureProps } from '../../components/lazy-part.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'

/**
 * Returns a loader for a route's `lazy`, which fetches the code of a screen on the first visit. When that fails, the route shows the
 * failure with Retry in the place of the screen.
 * @param load imports the screen's module
 * @param name the screen component's export
 */
export function lazyScreen<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  const Component = lazyPart(() => load().then((module) => module[name]), { placeholder: <Loading />, Failure: ScreenFailure })
  return async (): Promise<{ Component: ComponentType }> => {
    await Component.load()
    return { Component }
  }
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
