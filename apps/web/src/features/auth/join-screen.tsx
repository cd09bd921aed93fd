import { type ReactNode, useContext, useState } from 'react'
import { Redirect, useParams } from 'wouter'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ClubNameContext, PageHeader } from '../../ui/page-header.tsx'
import { useSession } from '../../session/session.ts'
import styles from './auth.module.css'
import { AuthPage } from './auth-screen.tsx'

/** The page that an invitation link opens (`/join/CODE`): registration with the code filled in. */
export function JoinScreen(): ReactNode {
  const { status } = useSession()
  const [wasVisitor, setWasVisitor] = useState(false)
  const code = useParams()['code']
  if (status === 'loading') return <Loading />
  if (status === 'signed-in') return wasVisitor ? <Redirect to="/" replace /> : <AlreadyMember />
  if (!wasVisitor) setWasVisitor(true)
  return <AuthPage code={code} />
}

function AlreadyMember(): ReactNode {
  const club = useContext(ClubNameContext)
  return (
    <div className={styles.member}>
      <PageHeader title="You are already in" lead={`You are a member of ${club}. Pass the invitation on to a friend.`} />
      <ButtonLink variant="primary" to="/">
        Open the Dashboard
      </ButtonLink>
    </div>
  )
}
