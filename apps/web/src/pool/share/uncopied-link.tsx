import { useEffect, useRef } from 'react'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'

export interface UncopiedLinkProps {
  readonly title: string
  /** Null: the dialog is closed. */
  readonly link: string | null
  readonly onClose: () => void
}

/** Shows a link that the browser refused to copy, selected. */
export function UncopiedLink({ title, link, onClose }: UncopiedLinkProps) {
  return (
    <Dialog
      open={link !== null}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {link !== null && <LinkField link={link} />}
    </Dialog>
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
