import { type SeasonView, type WeekView } from '@outlast/contract/live'
import { type GameStakes, pickedTeams, type WeekOdds, weekOddsOf, withAssumedEnds } from '@outlast/views'
import { isStillOpen } from '@outlast/domain/rules'
import { type ReactNode, useMemo, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useNarrowerThan } from '../../lib/use-media.ts'
import { useOwnEntryIds } from '../../live/use-own-entries.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { JustNow } from '../just-now/just-now.tsx'
import { TeamChip } from '../team-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { byInterest } from './board-text.ts'
import { GameCard, type OwnPick } from './game-card.tsx'
import styles from './live-board.module.css'
import { AliveExplained, OddsPlace, PoolOdds, WhatIfResult } from './pool-odds.tsx'
import { AliveCard, Fallen } from './survivors.tsx'
import { useWhatIf, type WhatIf } from './use-what-if.ts'

interface LiveBoardProps {
  readonly view: WeekView
  readonly season: SeasonView | undefined
  /** Lists only the games that are open and picked, unless results are assumed, for a page that lists all of them elsewhere. */
  readonly isBrief?: boolean | undefined
}

/** A revealed week while its games are played: who is alive, the odds, and every game with what hangs on it. */
export function LiveBoard({ view, season, isBrief = false }: LiveBoardProps): ReactNode {
  const ownIds = useOwnEntryIds()
  const showsOdds = useTopicView('pool', (pool) => pool.shows_odds) === true
  const whatIf = useWhatIf(view.games)
  const own = useMemo(() => ownPicks(view, ownIds), [view, ownIds])
  const assumedView = useMemo(() => withAssumedEnds(view, whatIf.assumed), [view, whatIf.assumed])
  const isOver = view.games.length > 0 && !view.games.some(isStillOpen)
  return (
    <section className={styles.container} aria-labelledby="live-board" data-assuming={whatIf.isOn || undefined}>
      <div className={styles.board}>
        <VisuallyHidden>
          <h2 id="live-board">{isBrief ? 'Still alive' : 'Live Board'}</h2>
        </VisuallyHidden>
        <AliveCard view={view} season={season} />
        <div className={styles.now}>
          <JustNow view={view} />
        </div>
        {season !== undefined && whatIf.isOn && (
          <Assumptions whatIf={whatIf} weekId={view.week.id}>
            <WhatIfResult view={assumedView} season={season} count={whatIf.assumed.size} />
          </Assumptions>
        )}
        <Games view={view} season={season} own={own} showsOdds={showsOdds} whatIf={whatIf} isBrief={isBrief} isOver={isOver} />
        {season === undefined && <OddsPlace view={view} own={own} showsOdds={showsOdds} />}
        {season !== undefined && showsOdds && <PoolOdds view={assumedView} season={season} own={own} />}
        {season !== undefined && <AliveExplained view={view} season={season} />}
        <Fallen view={view} season={season} ownIds={ownIds} />
      </div>
    </section>
  )
}

function ownPicks(view: WeekView, ownIds: ReadonlySet<number>): readonly OwnPick[] {
  return view.entries
    .filter(({ id }) => ownIds.has(id))
    .flatMap((entry) => pickedTeams(entry).map((team) => ({ id: entry.id, name: entry.name, team })))
}

interface AssumptionsProps {
  readonly whatIf: WhatIf
  readonly weekId: number
  readonly children: ReactNode
}

/** What the assumed results lead to, with a link to share them. */
function Assumptions({ whatIf, weekId, children }: AssumptionsProps) {
  const link = `${location.origin}/reveal/${weekId}?if=${whatIf.text}`
  const copy = useAction(() => copyOrThrow(link), { success: 'Link copied', fallback: 'Failed to copy the link' })
  return (
    <div className={styles.whatIf} role="group" aria-label="What if">
      {children}
      <div className="wrap">
        {whatIf.assumed.size > 0 && (
          <Button size="small" pending={copy.pending} onClick={() => void copy.run()}>
            Copy link to these results
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={whatIf.stop}>
          Back to the real scores
        </Button>
      </div>
      <ErrorText>{copy.error}</ErrorText>
    </div>
  )
}

async function copyOrThrow(link: string): Promise<void> {
  if (!(await copyText(link))) throw new Error('The browser blocked copying')
}

interface GamesProps extends Pick<LiveBoardProps, 'view' | 'season'> {
  readonly showsOdds: boolean
  readonly own: readonly OwnPick[]
  readonly whatIf: WhatIf
  readonly isBrief: boolean
  readonly isOver: boolean
}

/** Returns the games that are open or were when the page was opened, each in its first place, so that a final or a lead moves none. */
function useBrief(picked: readonly GameStakes[]): readonly GameStakes[] {
  const [ids, setIds] = useState<readonly number[]>([])
  const added = picked.filter(({ game }) => isStillOpen(game) && !ids.includes(game.id)).map(({ game }) => game.id)
  if (added.length > 0) setIds([...ids, ...added])
  return ids.flatMap((id) => picked.find(({ game }) => game.id === id) ?? [])
}

/** How many games a phone lists before the others are asked for. */
const FIRST_ON_A_PHONE = 4

const NONE: readonly OwnPick[] = []

function Games(props: GamesProps) {
  const { view, season } = props
  const odds = useMemo(() => (season === undefined ? null : weekOddsOf(view, season)), [view, season])
  return odds === null ? <Skeleton height={640} /> : <ListedGames {...props} odds={odds} />
}

function ListedGames({ odds, own, showsOdds, whatIf, isBrief, isOver }: GamesProps & { readonly odds: WeekOdds }) {
  const isNarrow = useNarrowerThan(960)
  const sorted = useMemo(() => byInterest(odds.games, new Set(own.map(({ team }) => team))), [odds, own])
  const card = (stakes: (typeof sorted)[number]) => {
    const { game, home, away } = stakes
    const onGame = own.filter(({ team }) => team === home.team || team === away.team)
    return (
      <GameCard
        key={game.id}
        stakes={stakes}
        own={onGame.length === 0 ? NONE : onGame}
        showsOdds={showsOdds}
        assumed={whatIf.assumed.get(game.id)}
        onAssume={whatIf.isOn ? whatIf.toggle : undefined}
      />
    )
  }
  const picked = sorted.filter(({ home, away }) => home.picks + away.picks > 0)
  const unpicked = sorted.filter(({ home, away }) => home.picks + away.picks === 0)
  const brief = useBrief(picked)
  const listed = isBrief && !whatIf.isOn ? brief : picked
  // On a phone the first games come alone, unless results are assumed.
  const count = isNarrow && !whatIf.isOn ? FIRST_ON_A_PHONE : listed.length
  const others = listed.slice(count)
  if (listed.length === 0 && isOver) return null
  return (
    <>
      <div className={styles.head}>
        <h3 className="title">{isOver ? 'Games' : 'Most at stake'}</h3>
        {!isOver && !whatIf.isOn && (
          <Button size="small" onClick={whatIf.start}>
            What if…
          </Button>
        )}
      </div>
      <ul className={styles.games} aria-label="Games by what hangs on them">
        {listed.slice(0, count).map(card)}
      </ul>
      {others.length > 0 && (
        <details>
          <summary className={styles.unpicked}>{formatCount(others.length, 'other game')}</summary>
          <ul className={styles.games} aria-label="Other games">
            {others.map(card)}
          </ul>
        </details>
      )}
      {odds.others.length > 0 && (
        <ul className={styles.others} aria-label="Picked teams without a game">
          {odds.others.map(({ team, picks }) => (
            <li key={team} className="row">
              <TeamChip abbr={team} /> {formatCount(picks, 'entry', 'entries')}, no game
            </li>
          ))}
        </ul>
      )}
      {unpicked.length > 0 && (!isBrief || whatIf.isOn) && (
        <details>
          <summary className={styles.unpicked}>{formatCount(unpicked.length, 'game')} that nobody picked</summary>
          <ul className={styles.games}>{unpicked.map(card)}</ul>
        </details>
      )}
    </>
  )
}
