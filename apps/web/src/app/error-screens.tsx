import { Component, type ReactNode } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useSession } from '../session/session.ts'
import styles from './error-screens.module.css'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What to show of a part that the page can do without. By default a message. */
  readonly fallback?: ReactNode
}

/** Shows a message instead of children that failed to render. React reports the error in the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

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

/** The screen for addresses that do not exist. */
export function NotFound(): ReactNode {
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  return (
    <>
      <PageHeader title="Page not found" lead="There is no page at this address." />
      <p className={styles.links}>
        <ButtonLink to="/" variant="primary">
          Return to Dashboard
        </ButtonLink>
        <ButtonLink to="/reveal">Weekly Reveal</ButtonLink>
        <ButtonLink to="/history">History</ButtonLink>
        {!isSignedIn && <ButtonLink to="/auth">Sign in</ButtonLink>}
      </p>
    </>
  )
}
