import type { ReactNode } from 'react'
import { PaymentsScreen } from '../../features/admin-payments/payments-screen.tsx'
import { MoneyPanel } from '../../features/money/money-panel.tsx'

/** The payments of all entries, with the pool's money. */
export function PaymentsPage(): ReactNode {
  return <PaymentsScreen money={<MoneyPanel />} />
}
