import type { ReactNode } from 'react'
import { useRoster } from '../../desk/roster.ts'
import { BankImportCard } from './bank-import-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import styles from './money.module.css'
import { PayoutsCard } from './payouts-card.tsx'
import { PotCard } from './pot-card.tsx'
import { TreasurerCard } from './treasurer-card.tsx'

/** Money for admins: payouts, the pot, the ledger, the bank’s file, and where members pay. */
export function MoneyPanel(): ReactNode {
  const { entries, refresh } = useRoster()
  const rows = entries.status === 'ready' ? entries.rows : []
  return (
    <div className={`stack4 ${styles.stack}`}>
      <PayoutsCard version={rows} />
      <PotCard version={rows} />
      <LedgerCard version={rows} />
      <BankImportCard refresh={refresh} />
      <TreasurerCard />
    </div>
  )
}
