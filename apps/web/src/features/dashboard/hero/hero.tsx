import { Fragment } from 'react'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { useUnsavedDrafts } from '../../../pick-drafts/pick-drafts.ts'
import { useUser } from '../../../session/session.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import type { Board, BoardWeek } from '../board/board.ts'
import { heroFactsOf } from './hero-facts.ts'
import { type Hero as HeroText, heroOf } from './hero-text.ts'
import styles from './hero.module.css'
import { useBackIds } from './use-back-ids.ts'

const StillIn = lazyPart(() => import('./still-in.tsx').then((module) => module.StillIn), {
  isFirstScreen: true,
  placeholder: <p>&nbsp;</p>,
})

const ShareButton = lazyPart(() => import('../../../pool/share/share-button.tsx').then((module) => module.ShareButton))

interface HeroProps {
  readonly board: Board
  readonly week: BoardWeek
  /** Whether picks of the week are closed. */
  readonly isClosed: boolean
  /** Whether the season's first week has locked. */
  readonly hasSeasonStarted: boolean
}

/** Returns what the hero says; null while a standing is loading. */
export function useHero({ board, week, isClosed, hasSeasonStarted }: HeroProps): HeroText | null {
  const backIds = useBackIds(board, week)
  const unsaved = useUnsavedDrafts(useUser().id, week.id)
  const now = useSiteNow(10_000)
  const facts = heroFactsOf(board, { week, isClosed, hasSeasonStarted, backIds, unsaved, now })
  return facts === null ? null : heroOf(facts)
}

/** One or two words for the member's state, "Pick now", "Live", and a button that shares the news. */
export function HeroState({ hero }: { readonly hero: HeroText }) {
  const { answer, label, shared, state } = hero
  return (
    <>
      {shared !== undefined && (
        <ShareButton size="small" path={`/entry/${shared.id}`} title={answer} label={`Share ${shared.name}`} />
      )}
      <span className={styles.state} data-state={state}>
        {label}
      </span>
    </>
  )
}

/** How many sentences follow a short answer, and one that needs two lines of a phone: the gravest come first, and a count opens the others. */
const [AFTER_SHORT, AFTER_LONG] = [3, 2]

/** How many letters of an answer fit into a line. */
const LINE = 30

/** The answer to "am I still in?", which screen readers announce when it changes. What it says is drawn anew then, in its place. */
export function HeroLine({ hero, board }: { readonly hero: HeroText | null; readonly board: Board }) {
  if (hero === null) return <Skeleton lines={2} />
  const { answer, rest, news, detail, showsAlive } = hero
  const { view, season } = board
  const isLong = answer.length > LINE
  const room = (isLong ? AFTER_LONG : AFTER_SHORT) - (rest === '' ? 0 : 1)
  const shown = news.length > room ? room - 1 : room
  const more = news.slice(shown)
  return (
    <div className={styles.line} role="status" data-testid="hero" data-long={news.length + (isLong ? 1 : 0) > 1 || undefined}>
      <Fragment key={[answer, rest, ...news].join(' ')}>
        <p className={styles.headline}>
          <span className={`display ${styles.answer}`}>{answer}</span>
          {rest !== '' && <span className={styles.rest}> {rest}</span>}
        </p>
        {news.length > 0 && <News sentences={news.slice(0, shown)} />}
        {more.length > 0 && (
          <details>
            <summary>and {more.length} more</summary>
            <News sentences={more} />
          </details>
        )}
      </Fragment>
      {showsAlive && view !== undefined && season !== undefined && <StillIn view={view} season={season} />}
      {detail !== null && <p className="muted">{detail}</p>}
    </div>
  )
}

function News({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul className={styles.news} aria-label="What happened to your entries">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
