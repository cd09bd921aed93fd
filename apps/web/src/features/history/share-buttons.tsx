import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../components/forms/text-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import { toast } from '../../components/ui/toast.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { downloadFile } from '../../lib/csv.ts'
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
    <Button disabled={table.rows.length === 0} onClick={() => downloadFile(csvFileName(table, season), tableCsv(table))}>
      Export CSV
    </Button>
  )
}

/** Copies a link to the shown table. If the browser blocks copying, shows the link in a dialog. */
export function CopyLink({ params }: { readonly params: HistoryParams }) {
  const [uncopiedLink, setUncopiedLink] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    const link = `${location.origin}/history?${formatParams(params).toString()}`
    if (await copyText(link)) toast('Link copied')
    else setUncopiedLink(link)
  }
  return (
    <>
      <Button onClick={copy}>Copy Link</Button>
      <Dialog
        open={uncopiedLink !== null}
        onOpenChange={(open) => !open && setUncopiedLink(null)}
        title="Copy Link"
        actions={<Button onClick={() => setUncopiedLink(null)}>Close</Button>}
      >
        {uncopiedLink !== null && <LinkField link={uncopiedLink} />}
      </Dialog>
    </>
  )
}

function LinkField({ link }: { readonly link: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <TextField
      ref={field}
      label="Link"
      hint="Your browser blocked copying. Press and hold, or press Ctrl+C."
      value={link}
      readOnly
      onFocus={(event) => event.target.select()}
    />
  )
}
