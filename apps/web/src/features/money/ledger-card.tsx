import { formatMoney } from '@outlast/contract/money'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { easternTime } from '../../clock/format.ts'
import { Fact } from './facts.tsx'
import styles from './money.module.css'
import { ReceivedAndOwed } from './received-and-owed.tsx'

const loadLedger = () => api.call('getLedger', { query: {} })

/** The balances of the books, and their export. */
export function LedgerCard({ version }: { readonly version: unknown }): ReactNode {
  const { data } = useQuery(loadLedger, 'Failed to load the ledger', version)
  const download = useAction((of: Books) => saveCsv(of), { fallback: 'Failed to load the ledger' })
  if (data === undefined || (data.lines.length === 0 && data.ended === undefined)) return null
  const { credit_cents: credit, paid_out_cents: paidOut, currency } = data
  return (
    <Card title="Ledger">
      <div className={styles.stack}>
        <ReceivedAndOwed of={data}>
          {credit > 0 && <Fact label="Paid too much">{formatMoney(credit, currency)}</Fact>}
          {paidOut > 0 && <Fact label="Paid out">{formatMoney(paidOut, currency)}</Fact>}
        </ReceivedAndOwed>
        <div className="line">
          <Button pending={download.pending} onClick={() => download.run({ season_year: data.season_year })}>
            Download as CSV
          </Button>
        </div>
        {data.ended?.map((books) => (
          <p key={`${books.ended_at} ${books.season_year}`} className="note">
            {books.season_year === null ? 'Books from before the first week' : `Books of ${books.season_year}`}, ended by a purge
            on {easternTime(books.recorded_at)}.{' '}
            <Button size="small" pending={download.pending} onClick={() => download.run(books)}>
              Download
            </Button>
          </p>
        ))}
        <ErrorText>{download.error}</ErrorText>
      </div>
    </Card>
  )
}

interface Books {
  readonly season_year: number | null
  /** The purge that ended them. */
  readonly ended_at?: number
}

async function saveCsv({ season_year: season, ended_at: endedAt }: Books): Promise<void> {
  const query = {
    ...(season !== null && { season: String(season) }),
    ...(endedAt !== undefined && { ended_at: String(endedAt) }),
  }
  const csv = await api.call('getLedgerCsv', { query })
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: `ledger-${season ?? 'pool'}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}
