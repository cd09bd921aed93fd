import { type ReactNode, useContext, useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { Button } from '../../components/ui/button.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { ClubNameContext, PageHeader } from '../../components/ui/page-header.tsx'
import { useSession } from '../../session/session.ts'
import { RegisterForm, SignInForm } from './auth-forms.tsx'
import styles from './auth.module.css'
import { returnPath } from './return-path.ts'

/** Signs in or registers, then returns the member to the page they came from. */
export function AuthScreen(): ReactNode {
  const { status } = useSession()
  const state: unknown = useLocation().state
  if (status === 'loading') return <Loading />
  if (status === 'signed-in') return <Navigate to={returnPath(state)} replace />
  return (
    <div className={styles.page}>
      <Panel />
      <AboutPool />
    </div>
  )
}

interface PanelState {
  readonly mode: 'signin' | 'register'
  /** Kept when the member switches to the other form. */
  readonly email: string
  /** After a switch, the new form takes the focus. */
  readonly switched: boolean
}

function Panel(): ReactNode {
  // The setup link, which the server printed: the first account that registers with it becomes the admin.
  const setupToken = useSearchParams()[0].get('setup')
  const [{ mode, email, switched }, setPanel] = useState<PanelState>({
    mode: setupToken === null ? 'signin' : 'register',
    email: '',
    switched: false,
  })
  const isSignIn = mode === 'signin'
  const switchForm = (): void => setPanel({ mode: isSignIn ? 'register' : 'signin', email, switched: true })
  const keepEmail = (typed: string): void => setPanel((panel) => ({ ...panel, email: typed }))
  const Form = isSignIn ? SignInForm : RegisterForm
  return (
    <div className={styles.panel}>
      <PageHeader title={isSignIn ? 'Sign in' : 'Register'} />
      {/* Above the form, so that validation errors do not move it. */}
      <p className={styles.switch}>
        {isSignIn ? 'New here?' : 'Have an account?'}
        <Button variant="quiet" size="small" className={styles.switchButton} onClick={switchForm}>
          {isSignIn ? 'Register' : 'Sign in'}
        </Button>
      </p>
      {!isSignIn && setupToken !== null && (
        <Notice title="You are setting up the pool">
          <p>The account that you create now becomes its admin.</p>
        </Notice>
      )}
      <Form key={mode} setupToken={setupToken} email={email} onEmail={keepEmail} focusOnMount={switched} />
    </div>
  )
}

/** Explains the pool to new visitors, and links to the pages that need no account. */
function AboutPool(): ReactNode {
  const club = useContext(ClubNameContext)
  return (
    <aside className={styles.about} aria-label="About the pool">
      <p className={styles.motto}>One team a week. Win, or you’re out.</p>
      <p className={styles.text}>
        {club} is a survivor pool: each week you pick one team to win, and never the same team twice in a season. If it loses or
        ties, your entry is out. Picks stay hidden until the week locks. Then everyone sees all of them.
      </p>
      <p className={styles.text}>You can look around without an account:</p>
      <ul className={styles.links}>
        <li>
          <Link to="/reveal">Weekly Reveal</Link>
        </li>
        <li>
          <Link to="/history">History</Link>
        </li>
      </ul>
    </aside>
  )
}
