import { weekLabel } from '@outlast/domain/rules'
import { useState } from 'react'
import { easternTime } from '../../../clock/format.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { useTopicView } from '../../../live/use-topic.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorBox } from '../../../ui/errors.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Board, BoardEntry } from '../board/board.ts'
import { isOpenPlace, placesOf } from '../board/places.ts'
import { useBoard } from '../board/use-board.ts'
import { pickOptions, type TeamOption } from '../pick/pick-options.ts'
import { takenTeams } from '../pick/picker-places.ts'
import styles from './by-hand.module.css'
import { PickLine } from './pick-line.tsx'
import { Sheet } from './sheet.tsx'

const MINUTE_MS = 60_000

/** The picks of people without an account, for the member who keeps their entries (`/by-hand`). */
export function ByHandScreen() {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const state = useBoard(chosenId)
  const open = useOpenWeeks()
  return (
    <>
      <div data-screen-only>
        <PageHeader
          title="Picks by hand"
          help="season#paper-members"
          lead="The entries that you keep for people without an account."
          back={{ to: '/', label: 'Dashboard' }}
        />
      </div>
      {state.status === 'loading' && <Loading />}
      {state.status === 'failed' && <ErrorBox message={state.message} retrying={state.retrying} onRetry={state.retry} />}
      {state.status === 'ready' && (
        <>
          {open.length > 1 && (
            <SelectField
              label="Week"
              className={styles.week}
              value={state.board.week?.id ?? ''}
              options={open.map(({ id, week_number }) => ({ value: id, label: `Week ${weekLabel(week_number)}` }))}
              onChange={(event) => setChosenId(Number(event.target.value))}
            />
          )}
          <Entries board={state.board} refresh={state.refresh} />
        </>
      )}
    </>
  )
}

/** The open weeks of the current week's season. */
function useOpenWeeks() {
  const weeks = useTopicView('pool', (pool) => pool.weeks) ?? []
  const currentId = useTopicView('pool', (pool) => pool.current_week_id)
  const season = weeks.find(({ id }) => id === currentId)?.season_year
  const open = weeks.filter((week) => week.season_year === season && !week.is_locked)
  return open.toSorted((a, b) => a.week_number - b.week_number)
}

function Entries({ board, refresh }: { readonly board: Board; readonly refresh: () => void }) {
  const { week, entries } = board
  const now = useSiteNow(MINUTE_MS)
  const kept = entries.filter(({ isPaper }) => isPaper)
  if (kept.length === 0 || week === null) {
    return (
      <EmptyState
        title={kept.length === 0 ? 'You keep no entries' : 'No week yet'}
        action={<ButtonLink to="/">Dashboard</ButtonLink>}
      >
        {kept.length === 0
          ? 'An admin or a helper can make you the keeper of somebody who has no account.'
          : 'Once the pool has a week, its picks are entered here.'}
      </EmptyState>
    )
  }
  if (week.is_locked) {
    return (
      <EmptyState
        title={`Week ${weekLabel(week.week_number)} has locked`}
        action={<ButtonLink to="/reveal">Weekly Reveal</ButtonLink>}
      >
        The picks are public now, and only an admin changes them.
      </EmptyState>
    )
  }
  const playing = kept.filter(({ takesPart, standing }) => takesPart && standing?.status !== 'out')
  const leftOf = (place: BoardEntry): readonly TeamOption[] => teamsLeft(board, place, now)
  const missing = playing.flatMap(placesOf).filter(isOpenPlace).length
  return (
    <>
      <div className={styles.head} data-screen-only>
        <p>
          Week {weekLabel(week.week_number)} locks {easternTime(week.lock_time)}.{' '}
          <strong>
            {missing === 0 ? 'Every entry has its pick.' : `${missing} of ${playing.flatMap(placesOf).length} missing.`}
          </strong>
        </p>
        <Button size="small" onClick={() => window.print()}>
          Print the sheet
        </Button>
      </div>
      <ul className={styles.lines} aria-label="Picks" data-screen-only>
        {playing.flatMap(placesOf).map((place) => (
          <PickLine
            key={`${week.id} ${place.id} ${place.several?.slot ?? 1}`}
            entry={place}
            week={week}
            left={leftOf(place)}
            refresh={refresh}
          />
        ))}
      </ul>
      {playing.length < kept.length && (
        <p className={styles.out} data-screen-only>
          Not in this week:{' '}
          {kept
            .filter((entry) => !playing.includes(entry))
            .map(({ name }) => name)
            .join(', ')}
        </p>
      )}
      <Sheet entries={playing} week={week} leftOf={leftOf} />
    </>
  )
}

function teamsLeft({ games, week, rules }: Board, place: BoardEntry, now: number): readonly TeamOption[] {
  if (week === null) return []
  const { days, others } = pickOptions({
    games: games ?? [],
    ineligible: week.ineligible_teams,
    used: [place.used],
    taken: takenTeams(place, { drafts: [], games: games ?? [], areOpponentsAllowed: rules?.opponents === 'allowed' }),
    form: new Map(),
    usage: new Map(),
    teamLock: rules?.team_lock ?? 'week',
    weekNumber: week.week_number,
    now,
  })
  const playing = days.flatMap((day) => day.games.flatMap(({ away, home }) => [away, home]))
  return [...playing, ...others].filter(({ reason }) => reason === null).toSorted((a, b) => (a.abbr < b.abbr ? -1 : 1))
}
