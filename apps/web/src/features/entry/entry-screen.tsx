import { weekLabel } from '@outlast/domain/rules'
import { type SeasonEntry, seasonTopic, type SeasonView, userTopic, weekTopic } from '@outlast/contract/live'
import { type Standing, roadOf, standingsOf } from '@outlast/views'
import { outHeadline, outReason } from '@outlast/contract/out-text'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Link, useParams } from 'wouter'
import { useQuery } from '../../api/use-query.ts'
import { Road } from '../../pool/champion/road.tsx'
import { PictureLink } from '../../pool/share/picture-link.tsx'
import { ShareButton } from '../../pool/share/share-button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { parseId } from '../../lib/numbers.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import { useSession } from '../../session/session.ts'
import { CopyAnswer } from './copy-answer.tsx'
import styles from './entry.module.css'
import { Messages, useReminders } from './messages.tsx'
import { readRecord, TheRecord } from './record.tsx'
import { WhoPicks } from './who-picks.tsx'

const BACK = { to: '/history', label: 'History' }

/**
 * An entry and everything that was recorded about it, as far as the viewer may see it (`/entry/:entryId`): its standing and run, every
 * change of its picks with time and maker, its results and why, its payments.
 */
export function EntryScreen(): ReactNode {
  const id = parseId(useParams()['entryId'] ?? '')
  const year = useTopicView('pool', (pool) => pool.weeks.find((week) => week.id === pool.current_week_id)?.season_year ?? null)
  const season = viewOf(useTopic(typeof year === 'number' ? seasonTopic(year) : null))
  if (id === undefined || year === null) return <Unknown />
  return season === undefined ? <Skeleton height={320} /> : <Entry key={id} id={id} season={season} />
}

function Unknown(): ReactNode {
  return (
    <>
      <PageHeader title="Entry" back={BACK} />
      <EmptyState title="No such entry">It was never in this pool, or its owner has deleted it.</EmptyState>
    </>
  )
}

function Entry({ id, season }: { readonly id: number; readonly season: SeasonView }): ReactNode {
  const user = useSession((session) => (session.status === 'signed-in' ? session.user : undefined))
  const topic = user === undefined ? null : userTopic(user.id)
  const own = useTopicView(topic, ({ entries }) => entries.find((one) => one.id === id))
  const proxied = useTopicView(topic, (view) => view.proxied?.find((one) => one.id === id))
  const entry = season.entries.find((one) => one.id === id)
  const read = useCallback(() => readRecord(id), [id])
  // Its picks, results and payments are other objects after each change.
  const version = useMemo(() => [entry, own, proxied, season.weeks], [entry, own, proxied, season.weeks])
  const { data: record, error, retry } = useQuery(read, 'Failed to load its record', version)
  const state = useStateText(season, entry)
  const isAdmin = user?.is_admin === true
  const known = useTopicView(isAdmin ? 'admin' : null, ({ entries }) => entries.find((one) => one.id === id)?.user_id)
  const ownerId = own === undefined ? known : user?.id
  const reminders = useReminders(ownerId)
  if (entry === undefined && record === undefined) {
    if (error === null) return <Skeleton height={320} />
    return retry === undefined ? <Unknown /> : <ErrorBox message={error} />
  }
  const name = entry?.name ?? record?.history.entry_name ?? ''
  const owner = entry?.user_name ?? record?.history.user_name ?? ''
  const title = `${name}, ${state?.isOut === true ? `out in week ${weekLabel(state.week)}` : 'still in'}`
  return (
    <div className={`stack4 ${styles.page}`}>
      <PageHeader
        title={name}
        lead={`${owner} · ${season.season_year} season`}
        back={BACK}
        actions={
          <>
            {entry !== undefined && <PictureLink kind={state?.isOut === true ? 'elimination' : 'entry'} id={id} />}
            {entry !== undefined && <ShareButton size="small" path={`/entry/${id}`} title={title} />}
          </>
        }
      />
      {entry !== undefined && state !== null && (
        <Card>
          <p className={styles.state} data-out={state.isOut || undefined}>
            <strong>{state.headline}</strong> {state.reason}
          </p>
          <Run entry={entry} season={season} />
          <OtherEntries entry={entry} season={season} />
        </Card>
      )}
      <WhoPicks own={own} proxied={proxied} isAlive={state?.isOut === false} />
      <TheRecord
        id={id}
        record={record}
        error={error}
        owner={own === undefined ? owner : undefined}
        proxy={own?.proxy?.user_name}
        isAdmin={isAdmin}
        answer={
          record !== undefined && (
            <CopyAnswer
              history={record.history}
              games={record.games}
              reminders={reminders.data}
              state={state === null ? null : `${state.headline} ${state.reason}`.trim()}
              url={`${location.origin}/entry/${id}`}
            />
          )
        }
      />
      {ownerId !== undefined && <Messages userId={ownerId} owner={owner} isAdmin={isAdmin} reminders={reminders} />}
    </div>
  )
}

interface SeasonEntryProps {
  readonly entry: SeasonEntry
  readonly season: SeasonView
}

function Run({ entry, season }: SeasonEntryProps): ReactNode {
  const lastWeek = Math.max(0, ...season.weeks.map(({ week_number }) => week_number))
  const road = useMemo(() => roadOf(season, entry, lastWeek), [season, entry, lastWeek])
  if (road.picks.length === 0) return <p className="muted">Its picks appear here as their weeks lock.</p>
  return <Road picks={road.picks} label={`The run of ${entry.name}`} />
}

/** The season's other entries under the same name. The public part of a pool knows people by their names only. */
function OtherEntries({ entry, season }: SeasonEntryProps): ReactNode {
  const others = season.entries.filter(({ id, user_name }) => id !== entry.id && user_name === entry.user_name)
  if (others.length === 0) return null
  return (
    <p className={`wrap ${styles.others}`}>
      Other entries of {entry.user_name}:
      {others.map(({ id, name }) => (
        <Link key={id} to={`/entry/${id}`}>
          {name}
        </Link>
      ))}
    </p>
  )
}

type StateText =
  | { readonly isOut: false; readonly headline: string; readonly reason: '' }
  | { readonly isOut: true; readonly week: number; readonly headline: string; readonly reason: string }

/** Whether an entry is still in, or since when and why not; null for one that takes no part in the season. */
function useStateText(season: SeasonView, entry: SeasonEntry | undefined): StateText | null {
  const standing: Standing | undefined = entry && standingsOf(season).get(entry.id)
  const out = standing?.status === 'out' ? standing : undefined
  const week = season.weeks.find(({ week_number }) => week_number === out?.eliminatedWeek)
  const games = viewOf(useTopic(week === undefined ? null : weekTopic(week.id)))?.games
  if (entry === undefined) return null
  if (out === undefined) return { isOut: false, headline: 'Still in.', reason: '' }
  const game = games?.find(({ home_team_abbr: home, away_team_abbr: away }) => [home, away].includes(out.team ?? ''))
  return { isOut: true, week: out.eliminatedWeek, headline: outHeadline(out), reason: outReason(out, game, 'unsaid') }
}
