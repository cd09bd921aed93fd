import type { ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SetupCard = lazyPart(() => import('../../features/setup/setup-card.tsx').then((module) => module.SetupCard))

const JoiningPanel = lazyPart(() => import('../../features/joining/joining-panel.tsx').then((module) => module.JoiningPanel))

const MemberImport = lazyPart(() => import('../../features/joining/member-import.tsx').then((module) => module.MemberImport))

const InvitedMembers = lazyPart(() =>
  import('../../features/joining/invited-members.tsx').then((module) => module.InvitedMembers),
)

const SeasonSoFar = lazyPart(() => import('../../features/joining/season-so-far.tsx').then((module) => module.SeasonSoFar))

const RemindersPanel = lazyPart(() =>
  import('../../features/admin-reminders/reminders-panel.tsx').then((module) => module.RemindersPanel),
)

const TreasurerForm = lazyPart(() => import('../../features/money/treasurer-card.tsx').then((module) => module.TreasurerForm))

/** The panels of other features that the setup shows. */
const PANELS = {
  money: TreasurerForm,
  past: SeasonSoFar,
  joining: [JoiningPanel, MemberImport, InvitedMembers],
  reminders: [RemindersPanel],
}

/** The setup of the pool, until its first lock. For admins. */
export function Setup(): ReactNode {
  return <SetupCard panels={PANELS} />
}
