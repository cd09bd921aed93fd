import { type ReactNode, useEffect } from 'react'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { HelpLink } from '../../ui/help-link.tsx'
import { useLocation } from '../../ui/navigation/location.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './not-found-screen.module.css'

/** The screen for addresses that do not exist. The guides are pages outside the app. */
export function NotFoundScreen(): ReactNode {
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  const { pathname } = useLocation()
  const isHelp = pathname === '/help'
  useEffect(() => {
    if (isHelp) window.location.replace('/help/join-and-play.html')
  }, [isHelp])
  if (isHelp) return null
  return (
    <>
      <PageHeader title="Page not found" lead="There is no page at this address." />
      <p className={`line ${styles.links}`}>
        <ButtonLink to="/" variant="primary">
          Return to Dashboard
        </ButtonLink>
        <ButtonLink to="/reveal">Weekly Reveal</ButtonLink>
        <ButtonLink to="/history">History</ButtonLink>
        {!isSignedIn && <ButtonLink to="/auth">Sign in</ButtonLink>}
        <HelpLink to="join-and-play" />
      </p>
    </>
  )
}
