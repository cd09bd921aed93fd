import { useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { toast } from '../../ui/toast.tsx'
import type { UncopiedLinkProps } from './uncopied-link.tsx'

interface ShareButtonProps {
  /** The page to share, or a function that returns it at the click. */
  readonly path: string | (() => string)
  /** What the page is about. It names entries, never people. */
  readonly title: string
  /** The name of the button, where there are several. */
  readonly label?: string | undefined
  readonly text?: string | undefined
  /** Whether the link is copied on phones, too. */
  readonly alwaysCopies?: boolean | undefined
  readonly size?: 'small' | undefined
}

const UncopiedLink = lazyPart<UncopiedLinkProps>(() => import('./uncopied-link.tsx').then((module) => module.UncopiedLink), {
  overlay: { isOpen: ({ link }) => link !== null, close: ({ onClose }) => onClose() },
})

/** Shares a page: through the phone's own sheet, or by copying the link. If the browser blocks copying, a dialog shows the link. */
export function ShareButton({ path, title, label, text = 'Share', alwaysCopies = false, size }: ShareButtonProps) {
  const isPhone = useMedia('(pointer: coarse)')
  const [uncopied, setUncopied] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const share = useAction(
    async () => {
      const url = `${location.origin}${typeof path === 'string' ? path : path()}`
      if (await shareLink(url, title, isPhone && !alwaysCopies)) return
      setUncopied(url)
      setFailed(true)
    },
    { fallback: 'Failed to share the link' },
  )
  return (
    <>
      <Button size={size} pending={share.pending} onClick={() => void share.run()} aria-label={label}>
        {text}
      </Button>
      <ErrorText>{share.error}</ErrorText>
      {hasFailed && <UncopiedLink title={text} link={uncopied} onClose={() => setUncopied(null)} />}
    </>
  )
}

/** Opens the phone's own sheet, or copies the link where there is none. @returns whether the browser allowed it */
async function shareLink(url: string, title: string, opensSheet: boolean): Promise<boolean> {
  if (opensSheet && 'share' in navigator) {
    try {
      await navigator.share({ url, title })
      return true
    } catch (error) {
      // The member closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return true
    }
  }
  const isCopied = await copyText(url)
  if (isCopied) toast('Link copied')
  return isCopied
}
