import { type ReactNode, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button, ButtonLink } from '../components/ui/button.tsx'
import { PageHeader } from '../components/ui/page-header.tsx'

/** The screen shown instead of one that failed to render. */
export function RenderError(): ReactNode {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <div role="alert">
      <PageHeader title="Unexpected Application Error!" lead="Everything you saved is safe. Reload to continue." />
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
