import { Component, type ReactNode } from 'react'
import { Button, ButtonLink } from '../components/ui/button.tsx'
import { PageHeader } from '../components/ui/page-header.tsx'

/** Shows a message instead of children that failed to render. React reports the error in the console. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <RenderError /> : this.props.children
  }
}

function RenderError(): ReactNode {
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
