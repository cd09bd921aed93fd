import { type WeekInfo, weekTopic } from '@outlast/contract/live'
import { type ReactNode, useEffect, useState } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { getStored, setStored } from '../../lib/local-storage.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { useIsOpening } from './use-is-opening.ts'

// The page below shows the same picks.
const options = { Failure: () => null }
const OpeningCover = lazyPart(() => import('./opening-cover.tsx').then((module) => module.OpeningCover), options)
const OpeningSummary = lazyPart(() => import('./opening-cover.tsx').then((module) => module.OpeningSummary), options)

/** How close the lock is when their code loads, in milliseconds. */
const PRELOAD_MS = 70_000
/** A week that locked longer ago than this is not opened: the page slept, or was not connected. */
const RECENT_MS = 60_000

interface OpeningProps {
  /** The week to watch. Default: the current week. */
  readonly weekId?: number | undefined
}

/**
 * Opens a week that locks while somebody watches: a cover with the picks, team by team, once per person and week. Screen readers
 * hear one summary. With reduced motion it has no cover.
 */
export function Opening({ weekId }: OpeningProps): ReactNode {
  const currentId = useTopicView('pool', (pool) => pool.current_week_id)
  const id = weekId ?? currentId ?? null
  const view = viewOf(useTopic(id === null ? null : weekTopic(id)))
  const isOpening = useIsOpening(view?.week)
  const cover = useCover(view?.week, isOpening)
  if (view === undefined) return null
  return (
    <>
      <VisuallyHidden>
        <span role="status">{isOpening && <OpeningSummary view={view} />}</span>
      </VisuallyHidden>
      {cover.isShown && <OpeningCover view={view} onEnd={cover.end} />}
    </>
  )
}

/** Decides whether the cover of a week is shown, and remembers on this device that it was. */
function useCover(week: WeekInfo | undefined, isOpening: boolean) {
  const session = useSession()
  const person = session.status === 'signed-in' ? session.user.id : 'visitor'
  const key = `opened-week-${person}`
  const now = useSiteNow(10_000)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [cover, setCover] = useState<{ readonly weekId: number; readonly hasEnded: boolean }>()
  const isRecent = isOpening && week !== undefined && isAround(week.locked_at, now)
  // Decided while rendering, because an effect would show the open page for a moment.
  if (isRecent && !isStill && !document.hidden && cover?.weekId !== week.id && getStored(key) !== String(week.id)) {
    setCover({ weekId: week.id, hasEnded: false })
  }
  const coveredId = cover?.weekId
  useEffect(() => {
    if (coveredId !== undefined) setStored(key, String(coveredId))
  }, [coveredId, key])
  const locksSoon = week !== undefined && !week.is_locked && Math.abs(Date.parse(week.lock_time) - now) < PRELOAD_MS
  useEffect(() => {
    if (!locksSoon) return
    OpeningSummary.preload()
    if (!isStill) OpeningCover.preload()
  }, [locksSoon, isStill])
  return {
    isShown: isOpening && cover !== undefined && cover.weekId === week?.id && !cover.hasEnded,
    end: () => setCover((before) => before && { ...before, hasEnded: true }),
  }
}

const isAround = (instant: string | null, now: number): boolean =>
  instant !== null && Math.abs(now - Date.parse(instant)) < RECENT_MS
