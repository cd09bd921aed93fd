import { type ReactNode, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button, ButtonLink } from '../components/ui/button.tsx'
import { PageHeader } from '../components/ui/page-header.tsx'
import { ChunkLoadError } from './screens/lazy-screen.ts'

/** The screen shown instead of one that failed to load or to render. */
export function RenderError(): ReactNode {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  const [title, lead] =
    error instanceof ChunkLoadError
      ? [error.message, 'Your connection may be down, or there is a new version of Outlast. Reload to try again.']
      : ['Unexpected Application Error!', 'Everything you saved is safe. Reload to continue.']
  return (
    <div role="alert">
      <PageHeader title={title} lead={lead} />
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </div>
  )
}

/** The screen for addresses that do not exist. */
export function NotFound(): ReactNode {
  return (
    <>
      <PageHeader title="Page not found" lead="There is no page at this address." />
      <ButtonLink to="/">Return to Dashboard</ButtonLink>
    </>
  )
}
