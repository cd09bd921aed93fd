import { Fragment, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { Champion } from '../../pool/champion/champion.tsx'
import { useFormerSeason } from '../../pool/champion/use-former-season.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { AccountNoticesProps } from './account-notices.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { PageLoading, Skeleton } from '../../ui/loading.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { CurrentSummary, isComplete } from '../../pool/week-summary/week-summary.tsx'
import { useUser } from '../../session/session.ts'
import type { Board } from './board/board.ts'
import { isWeekClosed } from '../../pool/pick-rules.ts'
import { useBoard } from './board/use-board.ts'
import { longestRun } from './out/longest-run.ts'
import styles from './dashboard-board.module.css'
import { momentOf, useEntryForm } from './entries/entry-form.ts'
import { YourEntries } from './entries/your-entries.tsx'
import { midweekAfter } from './midweek/is-midweek.ts'
import { LazyWeekChoices } from './week/lazy-week-choices.ts'
import { WeekPanel } from './week/week-panel.tsx'

const LiveBoard = lazyPart(() => import('../../pool/live-board/live-board.tsx').then((module) => module.LiveBoard), {
  placeholder: <Skeleton height={800} />,
})

const Story = lazyPart(() => import('./midweek/story.tsx').then((module) => module.Story), {
  placeholder: <StoryPlace />,
})

const WhoIsLeft = lazyPart(() => import('./midweek/who-is-left.tsx').then((module) => module.WhoIsLeft), {
  placeholder: <Skeleton height={280} />,
})

const Follow = lazyPart(() => import('./out/follow.tsx').then((module) => module.Follow), {
  placeholder: <Skeleton height={160} />,
})
const LastRun = lazyPart(() => import('./out/last-run.tsx').then((module) => module.LastRun), {
  placeholder: <Skeleton height={160} />,
})

const ForOthers = lazyPart(() => import('./entries/for-others.tsx').then((module) => module.ForOthers), {
  placeholder: <Skeleton height={320} />,
})

const RulesPanel = lazyPart(() => import('./week/rules-panel.tsx').then((module) => module.RulesPanel), {
  placeholder: <Skeleton height={54} />,
})

const AccountNotices = lazyPart<AccountNoticesProps>(() =>
  import('./account-notices.tsx').then((module) => module.AccountNotices),
)
const WaitingNotice = lazyPart<object>(() => import('./account-notices.tsx').then((module) => module.WaitingNotice))
const SplitVoteCard = lazyPart(() => import('./split-vote/split-vote-card.tsx').then((module) => module.SplitVoteCard))

/** The member's week: its lock, their entries with their picks, and after the lock the games. */
export function DashboardBoard(): ReactNode {
  if (!useUser().is_waiting) return <Week />
  return (
    <div className={styles.board}>
      <WaitingNotice />
      <Week />
    </div>
  )
}

/** Whether the page has drawn a week before. A member who comes back sees it at once. */
let hasDrawnWeek = false

function Week(): ReactNode {
  const [query] = useSearchParams()
  const state = useBoard(Number(query.get('week')) || null)
  // React renders a deferred value in slices of a few milliseconds, so that the page still responds to taps.
  const isDrawn = useDeferredValue(state.status !== 'loading', hasDrawnWeek)
  useEffect(() => {
    if (isDrawn) hasDrawnWeek = true
  }, [isDrawn])
  if (state.status === 'loading' || !isDrawn) return <PageLoading />
  if (state.status === 'failed') return <ErrorBox message={state.message} onRetry={state.retry} retrying={state.retrying} />
  return (
    <div className={styles.board} data-in-order data-locked={state.board.view?.week.is_locked || undefined}>
      {state.problem !== null && <ErrorBox message={state.problem} onRetry={state.retry} />}
      <Sections board={state.board} refresh={state.refresh} />
    </div>
  )
}

function Sections({ board, refresh }: { readonly board: Board; readonly refresh: () => void }) {
  const now = useSiteNow(1_000)
  const isClosed = isWeekClosed(board.week, now)
  const hasSeasonStarted = isWeekClosed(board.firstWeek, now)
  const { view } = board
  const isLocked = view?.week.is_locked === true
  const hasLocked = board.week?.is_locked === true
  // The cards of the entries grow with their games, and what is above the board depends on the season.
  const isArriving =
    board.week !== null && (board.games === null || (hasLocked && view !== undefined && board.season === undefined))
  // Between the last second and the lock in the log, the board has its place, so that nothing moves up and down again.
  const isOpening = isClosed && view?.week.is_locked === false
  // While games are played, the live board comes first, and last week's summary can wait.
  const isPlayed = useWasPlayed(isLocked && !isComplete(view), board.week?.id)
  const former = useFormerSeason()
  const hasChampion = board.champions.length > 0 || former !== undefined
  const summary = <CurrentSummary view={view} />
  const form = useEntryForm(momentOf(board.week, isClosed))
  const run = longestRun(board.entries)
  // In the week that ended it, what comes above the games would move them.
  const isWatching = run !== null && !hasChampion && !(isPlayed && run.week === board.week?.week_number)
  const last = useTopicView('pool', ({ weeks }) => midweekAfter(weeks, hasChampion ? null : board.week, now)) ?? null
  return (
    <>
      <VisuallyHidden>
        <span role="status">{board.champions.length > 0 && `The season is decided: ${board.champions.join(', ')}`}</span>
      </VisuallyHidden>
      <Champion season={former ?? board.season} />
      {/*
       * The champion and last week's story come and go above the rest: all but the summary, which would load again, is drawn anew, and
       * nothing seems to move.
       */}
      <Fragment key={`above ${hasChampion} ${last?.id}`}>
        <div className={styles.mine} data-in-order>
          {last !== null &&
            (board.season === undefined ? <StoryPlace /> : <Story week={last} season={board.season} entries={board.entries} />)}
          {board.week === null && <LazyWeekChoices board={board} now={now} />}
          <WeekPanel board={board} isClosed={isClosed} hasSeasonStarted={hasSeasonStarted} isMidweek={last !== null} now={now} />
          {board.week !== null && !isLocked && board.season?.weeks.some(({ split_vote }) => split_vote) === true && (
            <SplitVoteCard week={board.week} season={board.season} />
          )}
          <YourEntries
            board={board}
            isClosed={isClosed}
            areEntriesClosed={isWeekClosed(board.lastEntryWeek, now)}
            hasSeasonStarted={hasSeasonStarted}
            isMidweek={last !== null}
            form={form}
            refresh={refresh}
          />
          {board.forOthers.length > 0 && <ForOthers board={board} isClosed={isClosed} onWritten={refresh} />}
          {isWatching && board.season !== undefined && (
            <>
              <Follow view={view} season={board.season} />
              <LastRun entries={board.entries} season={board.season} />
            </>
          )}
          <AccountNotices entries={board.entries} />
          {last !== null && board.season !== undefined && <WhoIsLeft season={board.season} />}
        </div>
        {(isArriving || isOpening) && <Skeleton height={isClosed ? 800 : 0} />}
      </Fragment>
      {!isPlayed && summary}
      <Fragment key={`board ${hasChampion}`}>{isLocked && <LiveBoard view={view} season={board.season} />}</Fragment>
      {isPlayed && summary}
      <RulesPanel week={board.week} rules={board.rules} />
    </>
  )
}

/** The place of last week’s story until it has loaded. */
function StoryPlace() {
  return <div className={styles.story} data-skeleton />
}

/** Returns whether games were played since the page shows the week: what the last final brings then comes below the board, and moves nothing. */
function useWasPlayed(isPlayed: boolean, weekId: number | undefined): boolean {
  const [seen, setSeen] = useState({ isPlayed, weekId })
  if (seen.weekId !== weekId || (isPlayed && !seen.isPlayed)) setSeen({ isPlayed, weekId })
  return seen.isPlayed
}
