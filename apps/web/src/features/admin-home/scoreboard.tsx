import { weekLabel } from '@outlast/domain/rules'
import type { WeekInfo } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { deviceNow, useSiteNow } from '../../clock/site-clock.ts'
import { ScoreboardQuestions } from '../../desk/games-by-hand/scoreboard-questions.tsx'
import { notAskedText, scoreboardQuestions, unquestionedTexts } from '../../desk/sync-text.ts'
import { useSyncGames } from '../../desk/use-sync-games.tsx'
import { useSyncStatus } from '../../desk/use-sync-status.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { agoText } from './ago-text.ts'
import styles from './week-header.module.css'

const SECOND_MS = 1_000

interface ScoreboardProps {
  readonly week: Pick<WeekInfo, 'id' | 'season_year' | 'week_number'>
}

/** When the scoreboard was last asked, what was wrong with its answer, and the button that asks it now. Has its place before it is known. */
export function Scoreboard({ week: { id, season_year, week_number } }: ScoreboardProps): ReactNode {
  const { data: status, refetch } = useSyncStatus()
  const sync = useSyncGames()
  const run = async (): Promise<void> => {
    await sync.run(season_year, week_number)
    refetch()
  }
  const problems =
    status === undefined ? [] : [sync.error ?? status.last_error, ...unreadOf(status.weeks)].filter((text) => text !== null)
  const isAsking = status !== undefined && scoreboardQuestions(status.weeks).length > 0
  const paused = status === undefined ? null : notAskedText(status, id)
  return (
    <div
      className={styles.scoreboard}
      role="group"
      aria-label="Scoreboard"
      data-tone={problems.length > 0 || isAsking ? 'todo' : undefined}
    >
      <p>
        {status === undefined ? (
          'Scoreboard'
        ) : status.last_asked_at === null ? (
          'Scoreboard not asked yet'
        ) : (
          <Age at={status.last_asked_at} />
        )}
        {status?.last_asked_by && status.last_asked_by !== 'automatic' && <small>, by {status.last_asked_by}</small>}
        {paused !== null && <small> · Not asked automatically: {paused}.</small>}
      </p>
      <Button size="small" pending={sync.pending} onClick={run}>
        Sync
      </Button>
      {problems.length > 0 && (
        <div className="stack1">
          {problems.map((problem) => (
            <ErrorText key={problem}>{problem}</ErrorText>
          ))}
        </div>
      )}
      {status !== undefined && isAsking && <ScoreboardQuestions weeks={status.weeks} onAnswered={refetch} />}
    </div>
  )
}

type SyncedWeeks = NonNullable<ReturnType<typeof useSyncStatus>['data']>['weeks']

const unreadOf = (weeks: SyncedWeeks): readonly string[] =>
  weeks.flatMap((week) => unquestionedTexts(week).map((text) => `Week ${weekLabel(week.week_number)}: ${text}`))

/** Renders each second, apart from everything else. */
function Age({ at }: { readonly at: string }) {
  useSiteNow(SECOND_MS)
  return (
    <>
      Scoreboard asked <strong>{agoText(deviceNow() - Date.parse(at))}</strong> ago
    </>
  )
}
