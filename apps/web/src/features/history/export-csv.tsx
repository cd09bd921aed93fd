import { Button } from '../../components/ui/button.tsx'
import { downloadFile } from '../../lib/csv.ts'
import type { Shown } from './shown.ts'
import { csvName, shownCsv } from './shown-csv.ts'

interface ExportCsvProps {
  readonly shown: Shown
  readonly season: number
}

/** Saves exactly what is shown: this tab's rows, filtered and sorted. */
export function ExportCsv({ shown, season }: ExportCsvProps) {
  return (
    <Button disabled={shown.rows.length === 0} onClick={() => downloadFile(csvName(shown, season), shownCsv(shown))}>
      Export CSV
    </Button>
  )
}
