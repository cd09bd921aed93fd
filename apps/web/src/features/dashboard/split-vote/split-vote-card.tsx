import type { SeasonView, SeasonWeek, UserEntry, WeekInfo } from '@outlast/contract/live'
import { splitVoteClose } from '@outlast/domain/rules'
import type { ReactNode } from 'react'
import { write } from '../../../api/client.ts'
import { ownTimeFirst } from '../../../clock/format.ts'
import { useTopicView } from '../../../live/use-topic.ts'
import { useUser } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorText } from '../../../ui/errors.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import styles from './split-vote-card.module.css'

type SplitVote = NonNullable<SeasonWeek['split_vote']>

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
        {namesOf(season, vote.entry_ids)} are alive. If all {vote.entry_ids.length} of you say yes by {until}, the season ends:
        you are champions together, each with an equal share of the pot, and your picks of week {week.week_number} cost nothing.
        If anybody says no, or nothing, you play on.
      </p>
      <p>Nobody sees a vote before then, not even the admins. You can change yours until then.</p>
      {isPaused && <p>The vote waits while an admin overrides site time.</p>}
      <div className={styles.entries}>
        {own.map((entry) => (
          <OwnVote key={entry.id} entry={entry} isPaused={isPaused} />
        ))}
      </div>
    </Card>
  )
}

const NONE: readonly UserEntry[] = []

function OwnVote({ entry, isPaused }: { readonly entry: UserEntry; readonly isPaused: boolean }) {
  const cast = useAction(
    (choice: 'share' | 'play_on') => write('castSplitVote', { params: { id: entry.id }, body: { choice } }),
    { success: 'Vote saved', fallback: 'Failed to vote' },
  )
  const button = (choice: 'share' | 'play_on', label: string) => (
    <Button
      variant={entry.split_choice === choice ? 'primary' : 'quiet'}
      aria-pressed={entry.split_choice === choice}
      disabled={isPaused}
      pending={cast.pending}
      onClick={() => void cast.run(choice)}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.entry} role="group" aria-label={`Vote of ${entry.name}`}>
      <p className={styles.name}>
        <strong>{entry.name}</strong> {VOTED[entry.split_choice ?? 'none']}
      </p>
      {button('share', 'Yes, share')}
      {button('play_on', 'No, play on')}
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

/** “A, B and C”; “nobody” without any. An entry that was deleted since has no name. */
function namesOf(season: SeasonView, ids: readonly number[]): string {
  const names = ids.flatMap((id) => season.entries.find((entry) => entry.id === id)?.name ?? [])
  return names.length === 0 ? 'nobody' : new Intl.ListFormat('en').format(names)
}
