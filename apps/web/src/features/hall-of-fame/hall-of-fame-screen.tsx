import { entryLabel } from '@outlast/contract/entry-label'
import { weekLabel } from '@outlast/domain/rules'
import type { HallOfFame, HallSeason, LongestRun, WorstLuck } from '@outlast/contract'
import { seasonTopic } from '@outlast/contract/live'
import { seasonOutcomeOf } from '@outlast/views'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Road } from '../../pool/champion/road.tsx'
import { Trophy } from '../../pool/champion/trophy.tsx'
import { TeamChip } from '../../pool/team-chip.tsx'
import { teamName } from '../../pool/teams.ts'
import { WeeklyPrizes } from '../../pool/weekly-prizes.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { namesText, roadSummary } from './hall-text.ts'
import styles from './hall-of-fame.module.css'

const BACK = { to: '/history', label: 'History' }
const fetchHall = () => api.call('getHallOfFame')

/** The champions, longest runs and worst luck of all seasons (`/hall-of-fame`). Public. */
export function HallOfFameScreen(): ReactNode {
  const { data, error, isLoading } = useQuery(fetchHall, 'Failed to load the hall of fame', useHallVersion())
  return (
    <div className={styles.page}>
      <PageHeader title="Hall of fame" lead="Who outlasted everybody, season by season." back={BACK} />
      <ErrorBox message={error} retrying={isLoading} />
      {data === undefined && error === null && (
        <>
          <Loading />
          <Skeleton height={280} />
        </>
      )}
      {data !== undefined && <Hall hall={data} />}
    </div>
  )
}

/** Returns a value that changes whenever the hall of fame may have changed: with the pool, and with the current season once it is decided. */
function useHallVersion(): string {
  const pool = useTopic('pool')
  const weeks = viewOf(pool)?.weeks ?? []
  const current = weeks.find((week) => week.id === viewOf(pool)?.current_week_id)
  const season = useTopic(current === undefined ? null : seasonTopic(current.season_year))
  const view = viewOf(season)
  const isDecided = view !== undefined && seasonOutcomeOf(view).status === 'finished'
  const versionOf = (state: object) => ('version' in state ? String(state.version) : '')
  return `${versionOf(pool)} ${isDecided ? versionOf(season) : 'running'}`
}

function Hall({ hall: { seasons, past_seasons, longest_runs, worst_luck } }: { readonly hall: HallOfFame }) {
  if (seasons.length === 0 && past_seasons.length === 0)
    return (
      <EmptyState title="No champion yet">
        The first name appears here as soon as a season is decided. Will it be yours?
      </EmptyState>
    )
  return (
    <>
      <ol className={styles.seasons} aria-label="Champions">
        {seasons.map((season) => (
          <Season key={season.season_year} season={season} />
        ))}
        {past_seasons.map((season) => (
          <PastSeason key={season.season_year} season={season} />
        ))}
      </ol>
      {seasons.length > 0 && (
        <div className={styles.records}>
          <Section title="Longest runs">
            <p className={styles.explanation}>Most winning picks in a row within one season.</p>
            {longest_runs.length === 0 && <p>Nobody won two weeks in a row.</p>}
            <ol className={styles.list}>
              {longest_runs.map((run) => (
                <Run key={`${run.season_year} ${run.entry_id}`} run={run} />
              ))}
            </ol>
          </Section>
          <Section title="Worst luck">
            <p className={styles.explanation}>Out by the fewest points: by none after a tie that was a loss.</p>
            {worst_luck.length === 0 && <p>Nobody was out by a close score.</p>}
            <ol className={styles.list}>
              {worst_luck.map((luck) => (
                <Luck key={`${luck.season_year} ${luck.week_number} ${luck.team_abbr}`} luck={luck} />
              ))}
            </ol>
          </Section>
        </div>
      )}
    </>
  )
}

function Season({ season }: { readonly season: HallSeason }) {
  const { season_year, champions } = season
  return (
    <li className={styles.season} data-champion={champions.length > 0 || undefined}>
      <h2 className={styles.year}>
        <Link to={`/history?season=${season_year}&tab=leaderboard`}>{season_year}</Link>
      </h2>
      <div className={styles.winners}>
        {champions.length === 0 ? (
          <p className={styles.none}>No champion</p>
        ) : (
          <p className={styles.names}>
            {namesText(champions.map((champion) => entryLabel({ name: champion.entry_name, user_name: champion.user_name })))}
          </p>
        )}
        <p>{roadSummary(season)}</p>
        <Picks season={season} />
        <WeeklyPrizes season={season_year} />
      </div>
      {champions.length > 0 && <Trophy />}
    </li>
  )
}

/** A season before this pool: only who won it is known. */
function PastSeason({ season: { season_year, names } }: { readonly season: HallOfFame['past_seasons'][number] }) {
  return (
    <li className={styles.season} data-champion>
      <h2 className={styles.year}>{season_year}</h2>
      <div className={styles.winners}>
        <p className={styles.names}>{namesText(names)}</p>
        <p>{names.length === 1 ? 'Won' : 'Shared the title'} before the club played here.</p>
      </div>
      <Trophy />
    </li>
  )
}

/** Every pick of the champions, behind a click: a shared title can have hundreds. */
function Picks({ season: { champions } }: { readonly season: HallSeason }) {
  if (champions.length === 0) return null
  return (
    <details className={styles.details}>
      <summary>{champions.length === 1 ? 'Every pick' : `Every pick of all ${champions.length}`}</summary>
      <ul className={styles.roads}>
        {champions.map((champion) => (
          <li key={champion.entry_id}>
            {champions.length > 1 && (
              <p className={styles.who}>
                <Link to={`/entry/${champion.entry_id}`}>{champion.entry_name}</Link> {champion.user_name}
              </p>
            )}
            <Road picks={champion.picks} label={`The picks of ${champion.entry_name}`} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Run({ run }: { readonly run: LongestRun }) {
  return (
    <li className={styles.record}>
      <span className={styles.value}>{run.weeks}</span>
      <span className={styles.what}>
        <strong>
          <Link to={`/entry/${run.entry_id}`}>{run.entry_name}</Link>
        </strong>
        <span className={styles.detail}>
          {run.user_name} <span aria-hidden="true">·</span> {run.season_year}, weeks {weekLabel(run.first_week)} to{' '}
          {weekLabel(run.last_week)}
        </span>
      </span>
    </li>
  )
}

function Luck({ luck }: { readonly luck: WorstLuck }) {
  const { team_abbr, opponent_abbr, score, opponent_score, margin, entries, entry_names } = luck
  const verb = margin === 0 ? 'tied' : score > opponent_score ? 'won' : 'lost'
  return (
    <li className={styles.record}>
      <span className={styles.value}>{margin}</span>
      <span className={styles.what}>
        <strong>
          <TeamChip abbr={team_abbr} /> {verb} {score}–{opponent_score} against {teamName(opponent_abbr)}
        </strong>
        <span className={styles.detail}>
          {luck.season_year}, week {weekLabel(luck.week_number)} <span aria-hidden="true">·</span>{' '}
          {entries > entry_names.length ? formatCount(entries, 'entry', 'entries') + ' out: ' : 'out: '}
          {namesText(entry_names, entries)}
        </span>
      </span>
    </li>
  )
}
