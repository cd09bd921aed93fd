import { type ReactNode, useContext, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { Button } from '../../components/ui/button.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { ClubNameContext, PageHeader } from '../../components/ui/page-header.tsx'
import { RegisterForm, SignInForm } from './auth-forms.tsx'
import styles from './auth.module.css'
import { wayBack } from './return-path.ts'
import { useSession } from '../../session/session.ts'

/** Sign in or register (pool.md §2). Who is signed in already, or just did, goes where they were headed. */
export function AuthScreen(): ReactNode {
  const { status } = useSession()
  const state: unknown = useLocation().state
  if (status === 'loading') return <Loading />
  if (status === 'signed-in') return <Navigate to={wayBack(state)} replace />
  return (
    <div className={styles.page}>
      <Panel />
      <AboutPool />
    </div>
  )
}

interface PanelState {
  readonly mode: 'signin' | 'register'
  /** Taken along to the other form. */
  readonly email: string
  /** The first form leaves the focus to the page; the one that is switched to takes it. */
  readonly switched: boolean
}

function Panel(): ReactNode {
  const [{ mode, email, switched }, setPanel] = useState<PanelState>({ mode: 'signin', email: '', switched: false })
  const signsIn = mode === 'signin'
  const turn = (): void => setPanel({ mode: signsIn ? 'register' : 'signin', email, switched: true })
  const keepEmail = (typed: string): void => setPanel((panel) => ({ ...panel, email: typed }))
  const Form = signsIn ? SignInForm : RegisterForm
  return (
    <div className={styles.panel}>
      <PageHeader title={signsIn ? 'Sign in' : 'Register'} />
      {/* Above the form, so that it stays in place when a field that is left turns out to be missing. */}
      <p className={styles.turn}>
        {signsIn ? 'New here?' : 'Have an account?'}
        <Button variant="quiet" size="small" className={styles.turnButton} onClick={turn}>
          {signsIn ? 'Register' : 'Sign in'}
        </Button>
      </p>
      <Form key={mode} email={email} onEmail={keepEmail} takesFocus={switched} />
    </div>
  )
}

/** What somebody who was sent a link should know before making an account, and what can be seen without one. */
export function AboutPool(): ReactNode {
  const club = useContext(ClubNameContext)
  return (
    <aside className={styles.about} aria-label="About the pool">
      <p className={styles.motto}>One team a week. Win, or you’re out.</p>
      <p className={styles.text}>
        {club} is a survivor pool: each week you pick one team to win, and never the same team twice in a season. If it loses or
        ties, your entry is out. Picks stay hidden until the week locks, then everybody sees all of them.
      </p>
      <p className={styles.text}>No account is needed to look around:</p>
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
