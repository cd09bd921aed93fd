import { formatMoney } from '@outlast/contract/money'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import styles from './money.module.css'

const loadLedger = () => api.call('getLedger', { query: {} })

/** The balances of the books, and their export. */
export function LedgerCard({ version }: { readonly version: unknown }): ReactNode {
  const { data } = useQuery(loadLedger, 'Failed to load the ledger', version)
  const download = useAction(() => saveCsv(data?.season_year ?? null), { fallback: 'Failed to load the ledger' })
  if (data === undefined || data.lines.length === 0) return null
  const { balances, currency } = data
  return (
    <Card title="Ledger">
      <div className={styles.stack}>
        <dl className={styles.fields}>
          <Balance label="Received">{formatMoney(balances.cash + balances.payouts, currency)}</Balance>
          {balances.payouts > 0 && <Balance label="Paid out">{formatMoney(balances.payouts, currency)}</Balance>}
          <Balance label="Still owed by members">{formatMoney(balances.members, currency)}</Balance>
          <Balance label="Fees and buybacks">{formatMoney(-balances.fees - balances.buybacks, currency)}</Balance>
        </dl>
        <div className={styles.row}>
          <Button pending={download.pending} onClick={() => download.run()}>
            Download as CSV
          </Button>
        </div>
        <ErrorText>{download.error}</ErrorText>
      </div>
    </Card>
  )
}

function Balance({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

async function saveCsv(season: number | null): Promise<void> {
  const csv = await api.call('getLedgerCsv', { query: season === null ? {} : { season: String(season) } })
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: `ledger-${season ?? 'pool'}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}
