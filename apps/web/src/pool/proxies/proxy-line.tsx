import { write } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import styles from './proxies.module.css'
import { endText, type EntryProxy } from './end-text.ts'

interface ProxyLineProps {
  readonly entryId: number
  readonly proxy: EntryProxy
  readonly onWritten?: () => void
}

/** Who picks for whom until when, and the button that ends it at once. */
export function ProxyLine({ entryId, proxy, onWritten }: ProxyLineProps) {
  const { isOwner, name } = proxy
  const end = useAction(
    async () => {
      await write('endProxy', { params: { id: entryId } })
      onWritten?.()
    },
    { success: isOwner ? `${name} no longer picks for you` : `You no longer pick for ${name}`, fallback: 'Failed to end it' },
  )
  return (
    <div>
      <p className={styles.line}>
        <span>
          {isOwner ? `${name} picks for you` : `You pick for ${name}`} {endText(proxy)}.
        </span>
        <Button size="small" pending={end.pending} onClick={() => end.run()}>
          {isOwner ? 'End' : 'Give back'}
        </Button>
      </p>
      <ErrorText>{end.error}</ErrorText>
    </div>
  )
}
