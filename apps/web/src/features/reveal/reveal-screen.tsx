import { weekLabel } from '@outlast/domain/rules'
import type { PoolView } from '@outlast/contract/live'
import { type ReactNode, useCallback } from 'react'
import { useParams } from 'wouter'
import { PictureLink } from '../../pool/share/picture-link.tsx'
import { ShareButton } from '../../pool/share/share-button.tsx'
import { Opening } from '../../pool/opening/lazy-opening.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { parseId } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { navigate } from '../../ui/navigation/location.tsx'
import { WeeklyReveal } from './weekly-reveal.tsx'

/** The public reveal of a week: `/reveal` shows the current week, `/reveal/:weekId` any week. */
export function RevealScreen(): ReactNode {
  const { weekId: param } = useParams()
  const requested = param === undefined ? undefined : parseId(param)
  const shown = useTopicView('pool', (pool) => shownWeek(pool, requested))
  const choose = useCallback((id: number | null) => navigate(id === null ? '/reveal' : `/reveal/${id}`), [])
  const title = shown?.number === undefined ? 'Weekly Reveal' : `Week ${weekLabel(shown.number)} reveal`
  const isInvalid = param !== undefined && requested === undefined
  return (
    <div className="stack5">
      <Opening weekId={requested} />
      <PageHeader
        help="playing#at-the-lock"
        title={title}
        lead={shown?.season === undefined ? undefined : `${shown.season} season`}
        actions={
          shown?.id === undefined ? undefined : <ShareWeek weekId={shown.id} title={title} isLocked={shown.isLocked === true} />
        }
      />
      {isInvalid && (
        <ErrorBox message="There is no such week">
          <ButtonLink to="/reveal">Show Current</ButtonLink>
        </ErrorBox>
      )}
      {!isInvalid && <WeeklyReveal weekId={requested} onWeekChange={choose} />}
    </div>
  )
}

interface ShareWeekProps {
  readonly weekId: number
  readonly title: string
  readonly isLocked: boolean
}

/** Shares the shown week, with the filter of its picks. */
function ShareWeek({ weekId, title, isLocked }: ShareWeekProps): ReactNode {
  return (
    <>
      {isLocked && <PictureLink kind="week" id={weekId} />}
      <ShareButton size="small" path={() => `/reveal/${weekId}${location.search}`} title={title} />
    </>
  )
}

/** Returns what the header shows of a week. The fields are undefined when the pool does not have the week. */
function shownWeek(pool: PoolView, requested: number | undefined) {
  const week = pool.weeks.find(({ id }) => id === (requested ?? pool.current_week_id))
  return { id: week?.id, number: week?.week_number, season: week?.season_year, isLocked: week?.is_locked }
}
