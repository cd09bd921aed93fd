import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Button } from '../../components/ui/button.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { useSession } from '../../session/session.ts'
import { AboutPool } from './about-pool.tsx'
import styles from './auth.module.css'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { wayBack } from './way-back.ts'

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
