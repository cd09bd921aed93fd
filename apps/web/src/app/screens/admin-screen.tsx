import type { ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { AdminHomeScreen } from '../../features/admin-home/admin-home-screen.tsx'
import { ApprovalQueue } from '../../features/joining/approval-queue.tsx'

const SetupCard = lazyPart(() => import('../../features/setup/setup-card.tsx').then((module) => module.SetupCard))

const JoiningPanel = lazyPart(() => import('../../features/joining/joining-panel.tsx').then((module) => module.JoiningPanel))

const MemberImport = lazyPart(() => import('../../features/joining/member-import.tsx').then((module) => module.MemberImport))

const RemindersPanel = lazyPart(() =>
  import('../../features/admin-reminders/reminders-panel.tsx').then((module) => module.RemindersPanel),
)

const TreasurerCard = lazyPart(() => import('../../features/money/treasurer-card.tsx').then((module) => module.TreasurerCard))

/** The panels of other features that the setup shows. */
const PANELS = { money: [TreasurerCard], joining: [JoiningPanel, MemberImport], reminders: [RemindersPanel] }

/** The admins' desk. In an empty pool it opens on the setup. */
export function AdminScreen(): ReactNode {
  return <AdminHomeScreen setup={<SetupCard panels={PANELS} />} queue={<ApprovalQueue />} />
}
