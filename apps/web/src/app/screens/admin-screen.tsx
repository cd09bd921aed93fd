import type { ReactNode } from 'react'
import { AdminHomeScreen } from '../../features/admin-home/admin-home-screen.tsx'
import { ApprovalQueue } from '../../features/joining/approval-queue.tsx'
import { Setup } from './setup.tsx'

/** The admins' desk. In an empty pool it is the setup. */
export function AdminScreen(): ReactNode {
  return <AdminHomeScreen setup={<Setup />} queue={<ApprovalQueue />} />
}
