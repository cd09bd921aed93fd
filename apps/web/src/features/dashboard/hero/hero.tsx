import { useMemo } from 'react'
import { Skeleton } from '../../../ui/loading.tsx'
import type { Board, BoardWeek } from '../board/board.ts'
import { heroFactsOf } from './hero-facts.ts'
import { type Hero as HeroText, heroOf } from './hero-text.ts'
import styles from './hero.module.css'

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
  return useMemo(() => {
    const facts = heroFactsOf(board, week, isClosed, hasSeasonStarted)
    return facts === null ? null : heroOf(facts)
  }, [board, week, isClosed, hasSeasonStarted])
}

/** One or two words for the member's state: "Pick now", "Live". */
export function HeroState({ hero }: { readonly hero: HeroText }) {
  return (
    <span className={styles.state} data-state={hero.state}>
      {hero.label}
    </span>
  )
}

/** The answer to "am I still in?", which screen readers announce when it changes. */
export function HeroLine({ hero }: { readonly hero: HeroText | null }) {
  if (hero === null) return <Skeleton lines={2} />
  // The first sentence is the answer.
  const [answer, ...rest] = hero.headline.split(/(?<=\.) /)
  return (
    <div className={styles.line} role="status" data-testid="hero">
      <p className={styles.headline}>
        <span className={styles.answer}>{answer}</span>
        {rest.length > 0 && ` ${rest.join(' ')}`}
      </p>
      {hero.detail !== null && <p className={styles.detail}>{hero.detail}</p>}
    </div>
  )
}
