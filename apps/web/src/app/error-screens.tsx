import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What to show of a part that the page can do without. By default a message. */
  readonly fallback?: ReactNode
}

/** Shows a message instead of children that failed to render. React reports the error in the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  constructor(props: ErrorBoundaryProps) {
    super(props)
    this.state = { hasFailed: false }
  }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    const { children, fallback = <RenderError /> } = this.props
    return this.state.hasFailed ? fallback : children
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
