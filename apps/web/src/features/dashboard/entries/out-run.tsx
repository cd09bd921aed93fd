import { roadOf, type SeasonView } from '@outlast/contract/live'
import { useMemo } from 'react'
import { Road } from '../../../components/champion/road.tsx'
import { useAction } from '../../../components/forms/use-action.ts'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { ErrorText } from '../../../components/ui/errors.tsx'
import { toast } from '../../../components/ui/toast.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import { useMedia } from '../../../lib/use-media.ts'
import styles from './out.module.css'

interface OutRunProps {
  readonly entryId: number
  readonly name: string
  readonly season: SeasonView
  readonly eliminatedWeek: number
}

/** The run of an entry that is out, week by week, and what its owner can do now. */
export function OutRun({ entryId, name, season, eliminatedWeek }: OutRunProps) {
  const road = useMemo(() => {
    const entry = season.entries.find(({ id }) => id === entryId)
    return entry === undefined ? null : roadOf(season, entry, eliminatedWeek)
  }, [season, entryId, eliminatedWeek])
  const isPhone = useMedia('(pointer: coarse)')
  const link = `${location.origin}/entry/${entryId}`
  const share = useAction(() => shareLink(link, `${name}, out in week ${eliminatedWeek}`, isPhone), {
    fallback: 'Failed to share the link',
  })
  return (
    <div className={styles.run}>
      {road !== null && road.picks.length > 0 && <Road picks={road.picks} label={`The run of ${name}`} />}
      <div className={styles.actions}>
        <Button size="small" pending={share.pending} onClick={share.run} aria-label={`Share ${name}`}>
          Share
        </Button>
        <ButtonLink size="small" variant="quiet" to="/reveal">
          Watch the rest
        </ButtonLink>
      </div>
      <ErrorText>{share.error}</ErrorText>
    </div>
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
