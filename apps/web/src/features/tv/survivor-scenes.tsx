import { weekLabel } from '@outlast/domain/rules'
import type { WeekView } from '@outlast/contract/live'
import { Fragment, type ReactNode } from 'react'
import type { PoolCount } from '@outlast/views'
import { FallingNumber } from '../../pool/live-board/falling-number.tsx'
import { gamesLeftText } from '../../pool/games-left-text.ts'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import type { Falls, WeekViews } from './facts.ts'
import { Heading } from './frame.tsx'
import { JustNow } from './just-now.tsx'
import { useNames } from './names.ts'
import { type FallPage, nameLength, pagesOf } from './news.ts'
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
/** A larger number is set smaller, so that what happened has room beside it. */
const MAX_HUGE = 999

/** The falling number, as large as the screen allows, beside what just happened; near the end, who is left instead. */
export function SurvivorsScene({ facts }: Pick<SceneProps, 'facts'>) {
  const { alive, total, later } = facts.count
  // Who joined after the lock has no row in the week.
  const isNamed = alive > 0 && alive <= MAX_NAMED && later === 0
  return (
    <>
      <Heading
        title={isNamed ? `${alive} of ${formatNumber(total)} still alive` : 'Still alive'}
        lead={gamesLeftText(facts.games)}
      />
      {isNamed ? <Survivors facts={facts} /> : <Alive alive={alive} total={total} moments={facts.views.week?.moments} />}
    </>
  )
}

/** Who is left, each with the team of this week and the teams before. */
function Survivors({ facts }: Pick<SceneProps, 'facts'>) {
  const nameOf = useNames()
  const survivors = survivorsOf(facts)
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
            {detail !== null && <CutName name={nameOf(detail)} />}
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

/** A name that is cut in the middle, so that names with different ends do not look alike. */
function CutName({ name }: { readonly name: string }) {
  const [, start = name, end = ''] = /^(.+?)(\s*\S{1,8})$/u.exec(name) ?? []
  return (
    <span className={styles.cut}>
      <span className={styles.start}>{start}</span>
      <span className={styles.end}>{end}</span>
    </span>
  )
}

interface AliveProps extends Omit<PoolCount, 'later'> {
  readonly moments: WeekView['moments']
}

function Alive({ alive, total, moments = [] }: AliveProps) {
  return (
    <div className={styles.alive} data-beside={moments.length > 0 || undefined} data-many={alive > MAX_HUGE || undefined}>
      <div className={styles.count}>
        <p className={styles.number}>
          <FallingNumber value={alive} />
          <VisuallyHidden>
            <span role="status">
              {alive} of {total} still alive
            </span>
          </VisuallyHidden>
        </p>
        <p className="lead">of {formatCount(total, 'entry', 'entries')}</p>
      </div>
      {moments.length > 0 && <JustNow moments={moments} />}
    </div>
  )
}

/** Who went out in the week on the screen, the newest first. */
export function OutScene({ facts: { out, views }, page }: Omit<SceneProps, 'pool'>) {
  const weekNumber = views.week?.week.week_number
  const title = `${formatCount(out.size, 'entry', 'entries')} out${weekNumber === undefined ? '' : ` in week ${weekLabel(weekNumber)}`}`
  return <FallPages kind="out" title={title} falls={out} views={views} page={page} />
}

interface FallPagesProps {
  readonly kind: 'out' | 'back'
  readonly title: string
  readonly falls: Falls
  readonly views: WeekViews
  readonly page: number
  /** Stands beside the reason. */
  readonly children?: ReactNode
}

/** Names of one moment have one size, in one column of large ones or in two. */
function sizeOf(pages: readonly FallPage[]): string {
  const names = pages.flatMap(({ entries }) => entries)
  const most = Math.max(...pages.map(({ entries }) => entries.length))
  const longest = Math.max(...names.map(({ main }) => main.length))
  if (most === 1 && longest <= 13) return 'hero'
  if (most === 1 || (most === 2 && longest <= 24)) return 'large'
  return most === 2 || (most <= 4 && names.every((name) => nameLength(name) <= 28)) ? 'medium' : 'small'
}

/** The names of entries that went out or came back, with the reason that those of the page share. */
export function FallPages({ kind, title, falls, views, page, children }: FallPagesProps) {
  const nameOf = useNames()
  const pages = pagesOf(falls)
  const shown = pages[page % pages.length]
  if (shown === undefined) return <Heading title={title} />
  const { why, names } = sayPage(kind, shown, views)
  return (
    <div className={styles.falls}>
      <Heading title={title} lead={pages.length > 1 ? `Page ${(page % pages.length) + 1} of ${pages.length}` : undefined} />
      <div className={styles.why}>
        <p data-tone={kind === 'out' ? 'loss' : 'win'}>{why}</p>
        {children !== undefined && <p>{children}</p>}
      </div>
      <ul className={styles.names} aria-label={kind === 'out' ? 'Out' : 'Back'} data-size={sizeOf(pages)}>
        {names.map(({ id, main, detail }) => (
          <li key={id} className={styles.entry}>
            <span className={styles.name}>{nameOf(main)}</span>
            {detail !== null && <span className={styles.detail}>{nameOf(detail)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
