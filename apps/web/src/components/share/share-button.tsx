import { copyText } from '../../lib/copy-text.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useAction } from '../forms/use-action.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import { toast } from '../ui/toast.tsx'

interface ShareButtonProps {
  /** The page to share. */
  readonly path: string
  /** What the page is about. It names entries, never people. */
  readonly title: string
  /** The name of the button, where there are several. */
  readonly label?: string | undefined
}

/** Shares a page: through the phone's own sheet, or by copying the link. */
export function ShareButton({ path, title, label }: ShareButtonProps) {
  const isPhone = useMedia('(pointer: coarse)')
  const share = useAction(() => shareLink(`${location.origin}${path}`, title, isPhone), { fallback: 'Failed to share the link' })
  return (
    <>
      <Button size="small" pending={share.pending} onClick={() => void share.run()} aria-label={label}>
        Share
      </Button>
      <ErrorText>{share.error}</ErrorText>
    </>
  )
}

/** Opens the phone's own sheet, or copies the link where there is none. */
async function shareLink(url: string, title: string, isPhone: boolean): Promise<void> {
  if (isPhone && 'share' in navigator) {
    try {
      await navigator.share({ url, title })
      return
    } catch (error) {
      // The member closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  if (!(await copyText(url))) throw new Error('The browser blocked copying')
  toast('Link copied')
}
