import type { PoolView } from '@outlast/contract/live'
import { type ReactNode, useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAction } from '../../components/forms/use-action.ts'
import { Opening } from '../../components/opening/opening.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { ErrorBox, ErrorText } from '../../components/ui/errors.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { parseId } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './reveal.module.css'
import { WeeklyReveal } from './weekly-reveal.tsx'

/** The public reveal of a week: `/reveal` shows the current week, `/reveal/:weekId` any week. */
export function RevealScreen(): ReactNode {
  const { weekId: param } = useParams()
  const navigate = useNavigate()
  const requested = param === undefined ? undefined : parseId(param)
  const shown = useTopicView('pool', (pool) => shownWeek(pool, requested))
  const choose = useCallback((id: number | null) => void navigate(id === null ? '/reveal' : `/reveal/${id}`), [navigate])
  const isInvalid = param !== undefined && requested === undefined
  return (
    <div className={styles.page}>
      <Opening weekId={requested} />
      <PageHeader
        title={shown?.number === undefined ? 'Weekly Reveal' : `Week ${shown.number} reveal`}
        lead={shown?.season === undefined ? undefined : `${shown.season} season`}
        actions={shown?.id === undefined ? undefined : <CopyLink weekId={shown.id} />}
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

/** Copies a permanent link to the shown week, with the filter of its picks. */
function CopyLink({ weekId }: { readonly weekId: number }): ReactNode {
  const copy = useAction(() => copyOrThrow(`${location.origin}/reveal/${weekId}${location.search}`), {
    success: 'Link copied',
    fallback: 'Failed to copy the link',
  })
  return (
    <>
      <Button size="small" pending={copy.pending} onClick={() => void copy.run()}>
        Copy link
      </Button>
      <ErrorText>{copy.error}</ErrorText>
    </>
  )
}

async function copyOrThrow(link: string): Promise<void> {
  if (!(await copyText(link))) throw new Error('The browser blocked copying')
}

/** Returns what the header shows of a week. The fields are undefined when the pool does not have the week. */
function shownWeek(pool: PoolView, requested: number | undefined) {
  const week = pool.weeks.find(({ id }) => id === (requested ?? pool.current_week_id))
  return { id: week?.id, number: week?.week_number, season: week?.season_year }
}
