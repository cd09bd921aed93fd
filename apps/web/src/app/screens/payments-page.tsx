import type { ReactNode } from 'react'
import { PaymentsScreen } from '../../features/admin-payments/payments-screen.tsx'
import { ClaimsCard } from '../../features/money/claims-card.tsx'
import { MoneyPanel } from '../../features/money/money-panel.tsx'

/** The payments of all entries, with the pool's money. */
export function PaymentsPage(): ReactNode {
  return <PaymentsScreen claims={<ClaimsCard />} money={<MoneyPanel />} />
}
