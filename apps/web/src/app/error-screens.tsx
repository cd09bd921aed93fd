import { type ReactNode, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button, ButtonLink } from '../components/ui/button.tsx'
import { PageHeader } from '../components/ui/page-header.tsx'
import { ChunkLoadError } from './screens/lazy-screen.ts'

/** Stands where a screen failed to render (pool.md §8), or did not come. */
export function RenderError(): ReactNode {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  const reload = <Button onClick={() => window.location.reload()}>Reload</Button>
  if (error instanceof ChunkLoadError) {
    return (
      <div role="alert">
        <PageHeader
          title={error.message}
          lead="The connection may be gone, or there is a newer version of Outlast. Reload to try again."
        />
        {reload}
      </div>
    )
  }
  return (
    <div role="alert">
      <PageHeader title="Unexpected Application Error!" lead="Nothing that was saved is lost. Reload to go on." />
      {reload}
    </div>
  )
}

export function NotFound(): ReactNode {
  return (
    <>
      <PageHeader title="Page not found" lead="There is nothing at this address." />
      <ButtonLink to="/">Return to Dashboard</ButtonLink>
    </>
  )
}
