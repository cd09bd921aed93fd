import { ApiError } from '@outlast/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { api, errorMessage } from '../../api/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { signIn } from '../../session/session.ts'
import { linkBrowser } from './link-browser.ts'
import styles from './other-ways.module.css'

type State =
  | { readonly step: 'working' | 'asking' | 'done' }
  | { readonly step: 'failed'; readonly message: string; readonly canRetry: boolean }

/**
 * Signs in with a mailed link: at once in the browser that requested it. Any other browser asks first, because programs that scan mails
 * open links too, and because somebody may have been sent a link to another account.
 */
export function SignInLinkScreen(): ReactNode {
  const [query] = useSearchParams()
  const [token] = useState(query.get('token') ?? '')
  const browser = linkBrowser()
  const [state, setState] = useState<State>({ step: browser === undefined ? 'asking' : 'working' })
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    // The token leaves the address, so that it stays out of the history and of what the member copies.
    window.history.replaceState(window.history.state, '', '/sign-in')
    if (browser !== undefined && token !== '') void submitLink(token, browser, false).then(setState)
  }, [token, browser])
  const start = (confirm: boolean): void => {
    setState({ step: 'working' })
    void submitLink(token, browser, confirm).then(setState)
  }
  if (state.step === 'done') return <Redirect to="/" replace />
  if (token === '') return <Failed message="This link is incomplete. Open it in the mail again, or request a new one." />
  if (state.step === 'failed') return <Failed message={state.message} onRetry={state.canRetry ? () => start(false) : undefined} />
  if (state.step === 'working') return <Loading />
  return (
    <div className={`stack5 ${styles.page}`}>
      <PageHeader title="Sign in here?" />
      <Card>
        <p>
          This link was requested in another browser or on another device. Continue only if you asked for it yourself: you will be
          signed in here, to the account that it was mailed to.
        </p>
        <Button variant="primary" onClick={() => start(true)}>
          Yes, sign me in
        </Button>
      </Card>
    </div>
  )
}

/** Uses the link, and returns what to show next. */
async function submitLink(token: string, browser: string | undefined, confirm: boolean): Promise<State> {
  const body = { token, ...(browser === undefined ? {} : { browser }), ...(confirm ? { confirm } : {}) }
  try {
    signIn(await api.call('submitSignInLink', { body }))
    return { step: 'done' }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'other_browser') return { step: 'asking' }
    const canRetry = !(error instanceof ApiError) || error.code !== 'sign_in_link_invalid'
    return { step: 'failed', message: errorMessage(error, 'Login failed'), canRetry }
  }
}

function Failed({ message, onRetry }: { readonly message: string; readonly onRetry?: (() => void) | undefined }): ReactNode {
  return (
    <div className={`stack5 ${styles.page}`}>
      <PageHeader title="Sign in" />
      <Card>
        <ErrorText>{message}</ErrorText>
        {onRetry !== undefined && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <ButtonLink to="/auth" variant={onRetry === undefined ? 'primary' : 'secondary'}>
          Go to sign in
        </ButtonLink>
      </Card>
    </div>
  )
}
