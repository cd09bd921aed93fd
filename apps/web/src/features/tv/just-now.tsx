import type { MomentInfo } from '@outlast/contract/live'
import { momentText, momentTone } from '@outlast/contract/moment-text'
import { briefTime } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import styles from './just-now.module.css'
import { renamed, useNames } from './names.ts'

/** More have no room. */
const SHOWN = 6

/** What just happened, newest first, in the words of the live board: as many moments as fit. What is no longer true is struck through. */
export function JustNow({ moments }: { readonly moments: readonly MomentInfo[] }) {
  const nameOf = useNames()
  const now = useSiteNow(60_000)
  return (
    <ol className={styles.moments} aria-label="Just now">
      {moments.slice(0, SHOWN).map((moment) => {
        const { title, detail } = momentText(renamed(moment, nameOf))
        const isUntrue = moment.is_untrue === true
        const Said = isUntrue ? 'del' : 'span'
        return (
          <li key={moment.id} className={styles.moment} data-tone={momentTone(moment)} data-untrue={isUntrue || undefined}>
            <time className="lead" dateTime={moment.at}>
              {briefTime(moment.at, now)}
            </time>
            <Said className={styles.title}>{title}</Said>
            {isUntrue && <VisuallyHidden>No longer true</VisuallyHidden>}
            {detail !== null && <Said className={styles.detail}>{detail}</Said>}
          </li>
        )
      })}
    </ol>
  )
}
