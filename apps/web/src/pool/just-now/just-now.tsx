import { entryLabel } from '@outlast/contract/entry-label'
import { momentText, momentTone } from '@outlast/contract/moment-text'
import type { GameInfo, MomentInfo, WeekView } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { briefTime, ownTimeFirst } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useOwnEntryIds } from '../../live/use-own-entries.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import styles from './just-now.module.css'
import { PersonMark } from './person-mark.tsx'

/** How many moments are listed at first. */
const SHOWN = 5

/**
 * What happened in a locked week, newest first, with the people whom it concerned. It is equally high from the lock on, so that news moves
 * nothing, and the next kickoffs fill its lower part.
 */
export function JustNow({ view }: { readonly view: WeekView }): ReactNode {
  const [isExpanded, setExpanded] = useState(false)
  const ownIds = useOwnEntryIds()
  const { moments = [] } = view
  const shown = isExpanded ? moments : moments.slice(0, SHOWN)
  const next = view.games
    .filter(({ status, kickoff_known }) => status === 'scheduled' && kickoff_known)
    .toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
    .slice(0, Math.max(0, SHOWN - moments.length))
  return (
    <section className={styles.section} aria-labelledby="just-now">
      <h3 className="title" id="just-now">
        Just now
      </h3>
      {/* All rows are new with each moment, so that none seems to move. */}
      <ol key={moments[0]?.id} className={styles.list} data-all={isExpanded || undefined} {...SCROLLER}>
        {moments.length === 0 && next.length === 0 && <li className={styles.nothing}>What happens in the games appears here.</li>}
        {shown.map((moment) => (
          <MomentRow key={moment.id} moment={moment} ownIds={ownIds} />
        ))}
        {next.map((game) => (
          <NextRow key={game.id} game={game} />
        ))}
      </ol>
      {moments.length > SHOWN && (
        <Button size="small" variant="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `and ${formatCount(moments.length - SHOWN, 'more moment')}`}
        </Button>
      )}
    </section>
  )
}

/** On a phone the list scrolls, also with the keyboard. */
const SCROLLER = { 'aria-label': 'What just happened', tabIndex: 0 } as const

/** A kickoff to come. */
function NextRow({ game: { start_time: start, away_team_abbr: away, home_team_abbr: home } }: { readonly game: GameInfo }) {
  const now = useSiteNow(60_000)
  return (
    <li className={styles.moment} data-next>
      <time className={styles.time} dateTime={start} title={ownTimeFirst(start)}>
        {briefTime(start, now)}
      </time>
      <span className={styles.what}>
        {away} at {home} kicks off
      </span>
    </li>
  )
}

interface MomentRowProps {
  readonly moment: MomentInfo
  readonly ownIds: ReadonlySet<number>
}

function MomentRow({ moment, ownIds }: MomentRowProps): ReactNode {
  const now = useSiteNow(60_000)
  const { title, detail } = momentText(moment)
  const people = moment.out?.people ?? moment.back?.people ?? moment.champions?.people ?? []
  const Said = moment.is_untrue === true ? 'del' : 'span'
  return (
    <li className={styles.moment} data-tone={momentTone(moment)} data-untrue={moment.is_untrue}>
      <time className={styles.time} dateTime={moment.at} title={ownTimeFirst(moment.at)}>
        {briefTime(moment.at, now)}
      </time>
      <div className={styles.what}>
        <Said className="strong">{title}</Said>
        {moment.is_untrue === true && <VisuallyHidden>No longer true</VisuallyHidden>}
        {detail !== null && <Said className="note">{detail}</Said>}
        {people.length > 0 && (
          <ul className={styles.people}>
            {people.map(({ entry_id: id, entry_name: name, user_id: userId, user_name: owner }) => (
              <li key={id}>
                <Link className={styles.person} to={`/entry/${id}`}>
                  <PersonMark userId={userId} name={owner === '' ? name : owner} />
                  {ownIds.has(id) ? 'You' : entryLabel({ name, user_name: owner })}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
