import type { PoolView } from '@outlast/contract/live'
import { type ReactNode, useContext, useState } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { Crest } from '../../ui/crest.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ClubNameContext, PageHeader } from '../../ui/page-header.tsx'
import { hasSeveralLives, losesOrTies } from '@outlast/domain/rules'
import { useNarrowerThan } from '../../lib/use-media.ts'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import { useLocation } from '../../ui/navigation/location.tsx'
import { useSession } from '../../session/session.ts'
import { RegisterForm, SignInForm } from './auth-forms.tsx'
import styles from './auth.module.css'
import { JoinPrice } from './join-price.tsx'
import { PoolNow } from './pool-now.tsx'
import { hasReturnPath, returnPath } from './return-path.ts'
import { WeekNow } from './week-now.tsx'
import { weeklyTeams } from './weekly-teams.ts'

/** Signs in or registers, then returns the member to the page they came from. */
export function AuthScreen(): ReactNode {
  const { status } = useSession()
  const { state } = useLocation()
  if (status === 'loading') return <Loading />
  if (status === 'signed-in') return <Redirect to={returnPath(state)} replace />
  return <AuthPage />
}

/**
 * The forms to sign in and to register, with what a visitor should know about the pool.
 * @param code the code of the invitation link that opened the page
 */
export function AuthPage({ code }: { readonly code?: string | undefined }): ReactNode {
  const panel = usePanel(code)
  return (
    <div className={styles.page}>
      <div className={styles.lead}>
        <PoolNow onJoin={panel.isOffered ? panel.join : null} onSignIn={panel.isFolded ? panel.signIn : null} />
      </div>
      {panel.isFolded ? <FoldedTitle /> : <Panel code={code} panel={panel} />}
      <div className={styles.week}>
        <WeekNow />
      </div>
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
  /** Whether the pool comes first, and the form only once it is asked for. */
  readonly isFolded: boolean
}

/** Which form is open. On a phone, the pool’s own address shows the pool alone, until a visitor joins or signs in. */
function usePanel(code: string | undefined) {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const session = useSession()
  const isNarrow = useNarrowerThan(900)
  // The setup link, which the server printed: the first account that registers with it becomes the admin.
  const setupToken = query.get('setup')
  const isDirect = setupToken !== null || code !== undefined || query.has('register')
  const [panel, setPanel] = useState<PanelState>({
    mode: isDirect ? 'register' : 'signin',
    email: '',
    switched: false,
    isFolded: !isDirect && isAtHome(state) && !(session.status === 'visitor' && session.ended !== null),
  })
  const joining = useTopicView('pool', (pool) => ({ mode: pool.joining }))?.mode ?? 'open'
  const isNew = useIsNew()
  const isFolded = panel.isFolded && isNarrow && !isNew
  const open = (mode: PanelState['mode']) => () => setPanel({ ...panel, mode, switched: true, isFolded: false })
  return {
    ...panel,
    isFolded,
    isNew,
    setupToken,
    joining,
    isOffered: !isDirect && joining !== 'closed' && (isFolded || panel.mode === 'signin'),
    join: open('register'),
    signIn: open('signin'),
    keepEmail: (email: string): void => setPanel((before) => ({ ...before, email })),
  }
}

/** Whether the pool’s own address led here, and not a page for members. */
const isAtHome = (state: unknown): boolean => hasReturnPath(state) && returnPath(state) === '/'

function FoldedTitle(): ReactNode {
  return (
    <VisuallyHidden>
      <h1>{useContext(ClubNameContext)}</h1>
    </VisuallyHidden>
  )
}

interface PanelProps {
  readonly code: string | undefined
  readonly panel: ReturnType<typeof usePanel>
}

function Panel({ code, panel }: PanelProps): ReactNode {
  const { mode, email, switched, isNew, setupToken, joining, keepEmail } = panel
  const isSignIn = mode === 'signin'
  const club = useContext(ClubNameContext)
  const switchForm = isSignIn ? panel.join : panel.signIn
  const isClosed = !isSignIn && joining === 'closed'
  return (
    <div className={`stack4 ${styles.panel}`}>
      <PageHeader title={titleOf(isSignIn, code === undefined ? undefined : club)} />
      {/* Above the form, so that validation errors do not move it. */}
      <p className={`between ${styles.switch}`}>
        {isSignIn ? 'New here?' : 'Have an account?'}
        <Button onClick={switchForm}>{isSignIn ? 'Register' : 'Sign in'}</Button>
      </p>
      {setupToken === null && isNew && <NobodyNotice />}
      {isSignIn && <SessionNotice />}
      {!isSignIn && setupToken !== null && (
        <Notice title="You are setting up the pool">
          <p>The account that you create now becomes its admin.</p>
        </Notice>
      )}
      {!isSignIn && <JoiningNotice mode={joining} />}
      {!isSignIn && !isClosed && setupToken === null && <JoinPrice />}
      {isSignIn && <SignInForm email={email} onEmail={keepEmail} focusOnMount={switched} />}
      {!isSignIn && !isClosed && (
        <RegisterForm
          email={email}
          onEmail={keepEmail}
          focusOnMount={switched}
          setupToken={setupToken}
          code={joining === 'code' || code !== undefined ? (code ?? '') : null}
          hasFirstEntry={code !== undefined && joining !== 'approval'}
        />
      )}
    </div>
  )
}

function titleOf(isSignIn: boolean, club: string | undefined): string {
  if (isSignIn) return 'Sign in'
  return club === undefined ? 'Register' : `Join ${club}`
}

/** Whether nothing has ever happened in the pool. The first event of its log is the first registration. */
function useIsNew(): boolean {
  const pool = useTopic('pool')
  return 'version' in pool && pool.version === 0
}

/** Says in a new pool who may begin. */
function NobodyNotice(): ReactNode {
  return (
    <Notice title="Nobody is registered yet">
      <p>
        The first account that registers becomes the commissioner. If the server printed a setup link when it started, open that
        link instead.
      </p>
    </Notice>
  )
}

/** Tells a member why they have to sign in again. */
function SessionNotice(): ReactNode {
  const session = useSession()
  if (session.status !== 'visitor' || session.ended === null || session.ended === 'signed-out') return null
  const reason =
    session.ended === 'refused' ? 'Your session expired, or it was ended on another device' : 'The pool did not answer'
  return (
    <Notice title="You are signed out on this device">
      <p>{reason}. Sign in to continue where you were.</p>
    </Notice>
  )
}

/** What a visitor should know before registering. */
function JoiningNotice({ mode }: { readonly mode: PoolView['joining'] }): ReactNode {
  if (mode === 'closed') {
    return (
      <Notice title="Registration is closed">
        <p>This pool does not take new members at the moment.</p>
      </Notice>
    )
  }
  if (mode === 'approval') {
    return (
      <Notice title="An admin approves new members">
        <p>You can look around at once, and play as soon as you are approved. We will mail you.</p>
      </Notice>
    )
  }
  return null
}

/** Explains the pool to new visitors, and links to the pages that need no account. */
function AboutPool(): ReactNode {
  const crest = useTopicView('pool', (pool) => pool.club_crest)
  const rules = useTopicView('pool', (pool) => pool.rules)
  const { lives, objective, team_uses, picks_per_week } = rules ?? {
    lives: 1,
    objective: 'win',
    team_uses: 1,
    picks_per_week: null,
  }
  const [teams, later] = weeklyTeams(picks_per_week)
  return (
    <aside className={styles.about} aria-label="About the pool">
      {crest && <Crest version={crest} size={96} />}
      <p className={`${styles.text} ${styles.rule}`}>
        Each week you pick {teams}
        {later} to {objective}, and{' '}
        {team_uses === 1 ? 'never the same team twice in a season' : `the same team ${team_uses} times a season at most`}: if{' '}
        {picks_per_week === null ? 'it' : 'one'} {losesOrTies(rules?.counts_as)}, your entry{' '}
        {hasSeveralLives({ lives }) ? 'loses a life' : 'is out'}.
      </p>
      <p className={styles.text}>You can look around without an account:</p>
      <ul className={`wrap ${styles.links}`}>
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
