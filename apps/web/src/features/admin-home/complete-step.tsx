import { weekLabel } from '@outlast/domain/rules'
import type { NextWeek } from '@outlast/contract/rest/weeks'
import { entryLabel } from '@outlast/contract/entry-label'
import { type OutCause, weekCountOf, weekSurvivorsOf } from '@outlast/views'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { ownTimeFirst } from '../../clock/format.ts'
import { useFold } from '../../desk/use-fold.tsx'
import { useOpenWeek, type WeekToOpen } from '../../desk/use-open-week.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { SummaryActions } from './summary-actions.tsx'
import styles from './steps.module.css'
import type { CurrentWeek } from './use-desk.ts'

/** More entries than this appear on demand. */
const SHOWN = 12

/** How a complete week went, and the way to the next one. */
export function CompleteStep({ current }: { readonly current: CurrentWeek }): ReactNode {
  const { view, season } = current
  const { week, entries } = view
  const { out } = useMemo(() => weekSurvivorsOf(view, season), [view, season])
  const { alive, total } = useMemo(() => weekCountOf(view, season), [view, season])
  const people = new Map(season.entries.map((entry) => [entry.id, entry.user_name]))
  const [shown, fold] = useFold(
    entries.filter(({ id }) => out.has(id)),
    SHOWN,
    'entries',
  )
  return (
    <Card title={`Week ${weekLabel(week.week_number)} is over: ${formatNumber(alive)} of ${formatNumber(total)} alive`}>
      {out.size === 0 ? (
        <p>Nobody went out.</p>
      ) : (
        <>
          <p>{formatCount(out.size, 'entry', 'entries')} went out:</p>
          <ul className={`wrap ${styles.out}`} aria-label="Who went out">
            {shown.map(({ id, name, team }) => (
              <li key={id}>
                <strong>
                  <Link to={`/entry/${id}`}>{entryLabel({ name, user_name: people.get(id) })}</Link>
                </strong>{' '}
                <span>{causeText(out.get(id), team)}</span>
              </li>
            ))}
          </ul>
          {fold}
        </>
      )}
      <OpenNext current={current} />
      <SummaryActions weekId={week.id} />
    </Card>
  )
}

function causeText(cause: OutCause | undefined, team: string | null): string {
  if (cause === 'missed') return 'no pick'
  return cause === 'hand' || team === null ? 'by an admin' : team
}

/** Opens the week after the current one with one click. The week may have been added before. */
function OpenNext({ current: { pool, season, view } }: { readonly current: CurrentWeek }) {
  const added = pool.weeks
    .filter(({ season_year, week_number }) => season_year === season.season_year && week_number > view.week.week_number)
    .toSorted((a, b) => a.week_number - b.week_number)[0]
  const { data } = useQuery(added === undefined ? loadNextWeek : null, 'Failed to load the schedule', pool.weeks.length)
  const next = added ?? data
  if (next !== undefined && next.season_year !== season.season_year) {
    return (
      <div className={`line ${styles.actions}`}>
        <p>The season has no more weeks, and nobody is the only one left.</p>
        <ButtonLink to="/admin/season" variant="primary">
          Start next season
        </ButtonLink>
      </div>
    )
  }
  return <OpenWeek week={next} />
}

const loadNextWeek = () => api.call('nextWeek', { query: {} })

type NextToOpen = WeekToOpen & Pick<NextWeek, 'lock_time'>

/** The button that opens a week, with its lock. Has its place before the week is known. */
export function OpenWeek({ week }: { readonly week: NextToOpen | undefined }) {
  const open = useOpenWeek()
  return (
    <div className={`line ${styles.actions}`}>
      <Button
        variant="primary"
        pending={open.pending}
        disabled={week === undefined}
        onClick={() => week !== undefined && open.run(week)}
      >
        {week === undefined ? 'Open the next week' : `Open week ${weekLabel(week.week_number)}`}
      </Button>
      <p>{week === undefined ? '\u00a0' : `Its picks lock ${ownTimeFirst(week.lock_time)}.`}</p>
      <ErrorText>{open.error}</ErrorText>
    </div>
  )
}
