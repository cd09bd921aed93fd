import { copyText } from '../lib/copy-text.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** Copies what to forward to the person who runs the computer. */
export function CopyForward({ text }: { readonly text: string }) {
  const copy = async (): Promise<void> => {
    toast((await copyText(text)) ? 'Copied: send it to the person who runs the computer' : text)
  }
  return (
    <Button size="small" onClick={copy}>
      Copy a text to forward
    </Button>
  )
}
