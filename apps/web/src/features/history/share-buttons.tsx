import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../components/forms/text-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import { toast } from '../../components/ui/toast.tsx'
import { type HistoryParams, writeParams } from './history-params.ts'
import { csvName, shownCsv } from './shown-csv.ts'
import type { Shown } from './shown.ts'
import { copyText } from '../../lib/copy-text.ts'
import { downloadFile } from '../../lib/csv.ts'

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

/** Copies the address of what is shown. Where the browser does not let it, it shows the address to be copied by hand. */
export function CopyLink({ params }: { readonly params: HistoryParams }) {
  const [byHand, setByHand] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    const link = `${location.origin}/history?${writeParams(params).toString()}`
    if (await copyText(link)) toast('Link copied')
    else setByHand(link)
  }
  return (
    <>
      <Button onClick={copy}>Copy Link</Button>
      <Dialog
        open={byHand !== null}
        onOpenChange={(open) => !open && setByHand(null)}
        title="Copy Link"
        actions={<Button onClick={() => setByHand(null)}>Close</Button>}
      >
        {byHand !== null && <LinkField link={byHand} />}
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
      hint="This browser does not let the page copy it. Press and hold, or Ctrl+C."
      value={link}
      readOnly
      onFocus={(event) => event.target.select()}
    />
  )
}
