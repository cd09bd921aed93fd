import { listText } from '@outlast/contract/words'
import type { SeasonView, SeasonWeek, UserEntry, WeekInfo } from '@outlast/contract/live'
import { splitVoteClose, weekLabel } from '@outlast/domain/rules'
import type { ReactNode } from 'react'
import { write } from '../../../api/client.ts'
import { ownTimeFirst } from '../../../clock/format.ts'
import { useTopicView } from '../../../live/use-topic.ts'
import { useUser } from '../../../session/session.ts'
import { labelsOf } from '../../../pool/entry-labels.ts'
import { PotLine } from '../../../pool/pot-line.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorText } from '../../../ui/errors.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import styles from './split-vote-card.module.css'

type SplitVote = NonNullable<SeasonWeek['split_vote']>
type SplitChoice = NonNullable<UserEntry['split_choice']>

interface SplitVoteCardProps {
  readonly week: Pick<WeekInfo, 'id' | 'week_number' | 'lock_time'>
  readonly season: SeasonView
}

/** The vote on sharing of a week: the owners of its entries vote, and everybody reads that it is open, or what it came to. */
export function SplitVoteCard({ week, season }: SplitVoteCardProps): ReactNode {
  const vote = season.weeks.find(({ id }) => id === week.id)?.split_vote
  if (vote === undefined) return null
  return vote.closed === null ? (
    <OpenVote week={week} season={season} vote={vote} />
  ) : (
    <ClosedVote season={season} vote={vote} closed={vote.closed} />
  )
}

function OpenVote({ week, season, vote }: SplitVoteCardProps & { readonly vote: SplitVote }) {
  const { id } = useUser()
  const entries = useTopicView(`user:${id}`, (view) => view.entries) ?? NONE
  const isPaused = useTopicView('pool', ({ site_time }) => site_time !== null) === true
  const hasPrizes = useTopicView('pool', ({ rules }) => rules.prizes !== null) === true
  const own = entries.filter((entry) => vote.entry_ids.includes(entry.id))
  const close = splitVoteClose(week.lock_time)
  const until = <time dateTime={close}>{ownTimeFirst(close)}</time>
  if (own.length === 0) {
    return (
      <Card title="A vote on sharing">
        <p>
          A vote on sharing is open until {until}. The {vote.entry_ids.length} entries that are alive decide whether they end the
          season as champions together.
        </p>
      </Card>
    )
  }
  return (
    <Card title="Share the pot?">
      <p>
        If all {vote.entry_ids.length} entries that are alive say yes by {until}, the season ends:{' '}
        {namesOf(season, vote.entry_ids)} are champions together and share {hasPrizes ? 'the prizes of their places' : 'the pot'}{' '}
        equally, and the picks of week {weekLabel(week.week_number)} cost nothing. One no, or no vote, and you play on.
      </p>
      <PotLine season={season.season_year} />
      <div className="stack4">
        {own.map((entry) => (
          <OwnVote key={entry.id} entry={entry} isPaused={isPaused} />
        ))}
      </div>
      <p className="note">
        {isPaused
          ? 'The vote waits while an admin overrides site time.'
          : 'Nobody sees a vote before it closes, not even the admins. You can change yours until then.'}
      </p>
    </Card>
  )
}

const NONE: readonly UserEntry[] = []

function OwnVote({ entry, isPaused }: { readonly entry: UserEntry; readonly isPaused: boolean }) {
  const { id, name, split_choice: current } = entry
  const cast = useAction((choice: SplitChoice | null) => write('castSplitVote', { params: { id }, body: { choice } }), {
    success: ({ choice }) => (choice === null ? 'Vote taken back' : 'Vote saved'),
    fallback: 'Failed to vote',
  })
  const button = (choice: SplitChoice, label: string) => (
    <Button
      variant={current === choice ? 'primary' : 'secondary'}
      aria-pressed={current === choice}
      disabled={isPaused}
      pending={cast.pending}
      onClick={() => void cast.run(choice)}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.entry} role="group" aria-label={`Vote of ${name}`}>
      <p className={styles.name}>
        <strong>{name}</strong> {VOTED[current ?? 'none']}
      </p>
      {current !== undefined && !isPaused && (
        <Button variant="quiet" size="small" pending={cast.pending} onClick={() => void cast.run(null)}>
          Take back
        </Button>
      )}
      <div className={styles.choices}>
        {button('share', 'Yes, share')}
        {button('play_on', 'No, play on')}
      </div>
      <ErrorText>{cast.error}</ErrorText>
    </div>
  )
}

const VOTED = { share: 'says yes.', play_on: 'says no.', none: 'has not voted, which is a no.' } as const

interface ClosedVoteProps {
  readonly season: SeasonView
  readonly vote: SplitVote
  readonly closed: NonNullable<SplitVote['closed']>
}

function ClosedVote({ season, vote, closed }: ClosedVoteProps) {
  const silent = vote.entry_ids.filter((id) => !closed.share.includes(id) && !closed.play_on.includes(id))
  const isAgreed = closed.share.length === vote.entry_ids.length
  return (
    <Card title={isAgreed ? 'All agreed to share' : 'The vote on sharing failed'}>
      <p>
        {isAgreed ? `All ${vote.entry_ids.length} entries said yes: ` : 'It takes all entries that are alive. Yes: '}
        {namesOf(season, closed.share)}.{closed.play_on.length > 0 && ` No: ${namesOf(season, closed.play_on)}.`}
        {silent.length > 0 && ` Not voted: ${namesOf(season, silent)}.`}
      </p>
    </Card>
  )
}

/** “A, B and C”, or “A, B and 12 more”; “nobody” without any. An entry that was deleted since has no name. */
function namesOf(season: SeasonView, ids: readonly number[]): string {
  const names = ids.flatMap((id) => labelsOf(season).get(id) ?? [])
  if (names.length === 0) return 'nobody'
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : []
  return listText([...names.slice(0, MAX_NAMES), ...more])
}

const MAX_NAMES = 12
