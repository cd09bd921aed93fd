import { ShareButton } from '../../pool/share/share-button.tsx'
import { Button } from '../../ui/button.tsx'
import { downloadCsv } from '../../lib/csv.ts'
import { type HistoryParams, formatParams } from './history-params.ts'
import { csvFileName, tableCsv } from './season-table-csv.ts'
import type { SeasonTable } from './season-table.ts'

interface ExportCsvProps {
  readonly table: SeasonTable
  readonly season: number
}

/** Downloads the shown table as CSV, filtered and sorted as on screen. */
export function ExportCsv({ table, season }: ExportCsvProps) {
  return (
    <Button disabled={table.rows.length === 0} onClick={() => downloadCsv(csvFileName(table, season), tableCsv(table))}>
      Export CSV
    </Button>
  )
}

/** Copies a link to the shown table, also on a phone. */
export function CopyLink({ params }: { readonly params: HistoryParams }) {
  return <ShareButton path={`/history?${formatParams(params).toString()}`} title="History" text="Copy Link" alwaysCopies />
}
