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

const ShareButton = lazyPart(() => import('../../../pool/share/share-button.tsx').then((module) => module.ShareButton), {
  placeholder: <Skeleton height={36} />,
})

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
    <span className="row">
      {shared !== undefined && (
        <ShareButton size="small" path={`/entry/${shared.id}`} title={answer} label={`Share ${shared.name}`} />
      )}
      <span className={styles.state} data-state={state}>
        {label}
      </span>
    </span>
  )
}

/** The answer to "am I still in?", which screen readers announce when it changes. */
export function HeroLine({ hero, board }: { readonly hero: HeroText | null; readonly board: Board }) {
  if (hero === null) return <Skeleton lines={2} />
  const { answer, rest, news, detail, showsAlive } = hero
  const { view, season } = board
  return (
    <div className={styles.line} role="status" data-testid="hero" data-long={news.length > 1 || undefined}>
      <p className={styles.headline}>
        <span className={styles.answer}>{answer}</span>
        {rest !== '' && <span className={styles.rest}> {rest}</span>}
      </p>
      {news.length > 0 && (
        <ul className={styles.news} aria-label="What happened to your entries">
          {news.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {showsAlive && view !== undefined && season !== undefined && <StillIn view={view} season={season} />}
      {detail !== null && <p className="muted">{detail}</p>}
    </div>
  )
}
