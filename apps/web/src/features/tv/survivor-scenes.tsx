import { weekLabel } from '@outlast/domain/rules'
import { Fragment } from 'react'
import type { PoolCount } from '@outlast/views'
import { FallingNumber } from '../../pool/live-board/falling-number.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import type { Falls, ScreenFacts, ScreenViews } from './facts.ts'
import { Heading } from './frame.tsx'
import { useNames } from './names.ts'
import { pagesOf } from './news.ts'
import { Road, TvTeam } from './road.tsx'
import { sayPage, survivorsOf } from './said.ts'
import type { SceneProps } from './scene-of.tsx'
import styles from './survivor-scenes.module.css'

/** With at most this many entries left, the screen names them. */
const MAX_NAMED = 10
/** With at most this many, each has the whole width. */
const MAX_WIDE = 5
/** With at most this many, they are set large. */
const MAX_LARGE = 3
/** A longer name is set smaller, so that it fits in a line. */
const LONG_NAME = 16

/** The falling number, as large as the screen allows; near the end, who is left instead. */
export function SurvivorsScene({ views, facts }: Omit<SceneProps, 'page'>) {
  const { alive, total, later } = facts.count
  // Who joined after the lock has no row in the week.
  const isNamed = alive > 0 && alive <= MAX_NAMED && later === 0
  return (
    <>
      <Heading title={isNamed ? `${alive} of ${formatNumber(total)} still alive` : 'Still alive'} lead={gamesText(facts)} />
      {isNamed ? <Survivors views={views} facts={facts} /> : <Alive alive={alive} total={total} />}
    </>
  )
}

function gamesText({ games }: ScreenFacts): string | undefined {
  const playing = games.filter(({ status }) => status === 'in_progress').length
  const left = games.filter(({ status }) => status === 'scheduled').length
  const texts = [
    ...(playing > 0 ? [`${formatCount(playing, 'game')} on`] : []),
    ...(left > 0 ? [`${formatCount(left, 'game')} to come`] : []),
  ]
  return texts.length > 0 ? texts.join(', ') : undefined
}

/** Who is left, each with the team of this week and the teams before. */
function Survivors({ views, facts }: Omit<SceneProps, 'page'>) {
  const nameOf = useNames()
  const survivors = survivorsOf(views, facts)
  const isWide = survivors.length <= MAX_WIDE
  return (
    <ul
      className={styles.survivors}
      aria-label="Still alive"
      data-wide={isWide || undefined}
      data-few={survivors.length <= MAX_LARGE || undefined}
    >
      {survivors.map(({ id, main, detail, picks, road }) => (
        <li key={id} className={styles.survivor}>
          <p className={styles.who}>
            <span className={styles.main}>{nameOf(main)}</span>
            {detail !== null && <Name className={styles.detail} name={nameOf(detail)} />}
          </p>
          <div className={styles.now}>
            {picks.map(({ team, state }) => (
              <Fragment key={team}>
                {team !== null && <TvTeam team={team} isCurrent />}
                <span className={styles.state}>{state}</span>
              </Fragment>
            ))}
            <Road picks={road} label="Teams before" most={isWide ? 7 : 3} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Alive({ alive, total }: Omit<PoolCount, 'later'>) {
  return (
    <div className={styles.alive}>
      <p className={styles.number}>
        <FallingNumber value={alive} />
        <VisuallyHidden>
          <span role="status">
            {alive} of {total} still alive
          </span>
        </VisuallyHidden>
      </p>
      <p className={styles.of}>of {formatCount(total, 'entry', 'entries')}</p>
    </div>
  )
}

/** How many are alive, below a list of names. */
export function AliveLine({ alive, total }: Omit<PoolCount, 'later'>) {
  return (
    <p className={styles.aliveLine}>
      <FallingNumber value={alive} />
      <span>of {formatCount(total, 'entry', 'entries')} still alive</span>
    </p>
  )
}

/** Who went out in the week on the screen, the newest first. */
export function OutScene({ views, facts, page }: SceneProps) {
  const { out, count } = facts
  const weekNumber = views.week?.week.week_number
  return (
    <>
      <FallPages
        kind="out"
        title={`${formatCount(out.size, 'entry', 'entries')} out${weekNumber === undefined ? '' : ` in week ${weekLabel(weekNumber)}`}`}
        falls={out}
        views={views}
        page={page}
      />
      <AliveLine {...count} />
    </>
  )
}

interface FallPagesProps {
  readonly kind: 'out' | 'back'
  readonly title: string
  readonly falls: Falls
  readonly views: ScreenViews
  readonly page: number
}

/** The names of entries that went out or came back, with the reason that those of the page share. */
export function FallPages({ kind, title, falls, views, page }: FallPagesProps) {
  const nameOf = useNames()
  const pages = pagesOf(falls)
  const shown = pages[page % pages.length]
  if (shown === undefined) return <Heading title={title} />
  const { why, names } = sayPage(kind, shown, views)
  return (
    <div className={styles.falls}>
      <Heading title={title} lead={pages.length > 1 ? `Page ${(page % pages.length) + 1} of ${pages.length}` : undefined} />
      <p className={styles.why} data-tone={kind === 'out' ? 'loss' : 'win'}>
        {why}
      </p>
      <ul
        className={styles.names}
        aria-label={kind === 'out' ? 'Out' : 'Back'}
        data-size={names.length === 1 ? 'hero' : names.length === 2 ? 'large' : names.length <= 6 ? 'medium' : 'small'}
        data-long={names.some(({ main }) => main.length > LONG_NAME) || undefined}
      >
        {names.map(({ id, main, detail }) => (
          <li key={id} className={styles.entry}>
            <Name className={styles.name} name={nameOf(main)} />
            {detail !== null && <Name className={styles.detail} name={nameOf(detail)} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A name that is cut in the middle, so that names with different ends do not look alike. */
function Name({ name, className }: { readonly name: string; readonly className: string | undefined }) {
  const [, start = name, end = ''] = /^(.+?)(\s*\S{1,8})$/u.exec(name) ?? []
  return (
    <span className={className}>
      <span className={styles.start}>{start}</span>
      <span className={styles.end}>{end}</span>
    </span>
  )
}
