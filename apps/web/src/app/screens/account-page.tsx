import type { ReactNode } from 'react'
import { AccountScreen } from '../../features/account/account-screen.tsx'
import { ThisDevice } from './this-device.tsx'
import { DuesPanel } from '../../features/money/dues-panel.tsx'

/** The account, with what its entries owe. */
export function AccountPage(): ReactNode {
  return <AccountScreen dues={<DuesPanel />} device={<ThisDevice />} />
}
