import type { ReactNode } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { AdminHomeScreen } from '../../features/admin-home/admin-home-screen.tsx'

const SetupCard = lazyPart(() => import('../../features/setup/setup-card.tsx').then((module) => module.SetupCard))

const RemindersPanel = lazyPart(() =>
  import('../../features/admin-reminders/reminders-panel.tsx').then((module) => module.RemindersPanel),
)

/** The panels of other features that the setup shows. */
const PANELS = { joining: [], reminders: [RemindersPanel] }

/** The admins' desk. In an empty pool it opens on the setup. */
export function AdminScreen(): ReactNode {
  return <AdminHomeScreen setup={<SetupCard panels={PANELS} />} />
}
