import type { PoolView } from '@outlast/contract/live'
import { type ReactNode, useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { ErrorBox, ErrorText } from '../../components/ui/errors.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { copyText } from '../../lib/copy-text.ts'
import { WeeklyReveal } from './weekly-reveal.tsx'
import styles from './reveal.module.css'

/** A week's reveal at an address of its own, for everybody and to share: `/reveal` is the current week, `/reveal/:weekId` any. */
export function RevealScreen(): ReactNode {
  const { weekId: text } = useParams()
  const navigate = useNavigate()
  const asked = text === undefined ? undefined : weekIdOf(text)
  const shown = useTopicView('pool', (pool) => shownWeek(pool, asked))
  const choose = useCallback((id: number | null) => void navigate(id === null ? '/reveal' : `/reveal/${id}`), [navigate])
  const wrong = text !== undefined && asked === undefined
  return (
    <div className={styles.page}>
      <PageHeader
        title={shown?.number === undefined ? 'Weekly Reveal' : `Week ${shown.number} reveal`}
        lead={shown?.season === undefined ? undefined : `${shown.season} season`}
        actions={shown?.id === undefined ? undefined : <CopyLink weekId={shown.id} />}
      />
      {wrong && (
        <ErrorBox message="There is no such week">
          <ButtonLink to="/reveal">Show Current</ButtonLink>
        </ErrorBox>
      )}
      {!wrong && <WeeklyReveal weekId={asked} onWeekChange={choose} />}
    </div>
  )
}

/** The address of the week itself, which shows the same tomorrow. */
function CopyLink({ weekId }: { readonly weekId: number }): ReactNode {
  const copy = useAction(() => copied(`${location.origin}/reveal/${weekId}`), {
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

async function copied(link: string): Promise<void> {
  if (!(await copyText(link))) throw new Error('The browser did not copy')
}

function weekIdOf(text: string): number | undefined {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
}

/** What the header says of a week; nothing of one that the pool does not have. */
function shownWeek(pool: PoolView, asked: number | undefined) {
  const week = pool.weeks.find(({ id }) => id === (asked ?? pool.current_week_id))
  return { id: week?.id, number: week?.week_number, season: week?.season_year }
}
