import { entryOf, type Facts, isLocked, rulesOf, type Week, weekOf } from './facts.ts'
import { waitingRefusals } from './entries.ts'
import { type CommandRules, isBy } from './rule.ts'
import { decisionOf, isAlive, takesPart } from './standing.ts'

// docs/rules.md §18.

const DAY = 86_400_000

export const SPLIT_VOTE_RULES: CommandRules<'CastSplitVote'> = {
  CastSplitVote: {
    by: 'member',
    refusals: (facts, { entryId }, context) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined || !isBy(context, entry.owner)) return ['entry_not_found']
      const canVote = facts.clock.mode === 'real' && facts.vote?.entries.includes(entry.id) === true
      return [
        ...waitingRefusals(context),
        ...(canVote ? [] : ['no_split_vote']),
        ...(facts.seals.some(({ user }) => user === entry.owner) ? ['picks_sealed'] : []),
      ]
    },
    apply: (facts, { entryId: entry, choice }) => {
      const others = facts.ballots.filter((ballot) => ballot.entry !== entry)
      facts.ballots = choice === null ? others : [...others, { entry, choice }]
      facts.happened += 1
      return {}
    },
  },
}

/** Before anything else that is due: the time to vote is over. */
export function closeSplitVote(facts: Facts, now: number): void {
  const week = facts.vote === null ? undefined : weekOf(facts, facts.vote.week)
  if (week !== undefined && now >= week.lockTime - DAY) settleSplitVote(facts, now)
}

/** The vote ends, and perhaps another one begins. Under a site-time override nothing happens to votes. */
export function settleSplitVote(facts: Facts, now: number): void {
  const { vote } = facts
  const voted = vote === null ? undefined : weekOf(facts, vote.week)
  if (vote !== null && voted !== undefined && voted.lockTime !== vote.lockTime) {
    facts.vote = { ...vote, lockTime: voted.lockTime, isCutShort: voted.lockTime < vote.openedFor || voted.lockTime - DAY <= now }
  }
  if (facts.clock.mode !== 'real') return
  if (facts.vote !== null) end(facts, facts.vote, now)
  const week = facts.weeks.find(({ id }) => id === facts.current)
  if (facts.vote !== null || week === undefined || now >= week.lockTime - DAY) return
  const entries = votersIn(facts, week)
  if (entries.length === 0) return
  const { id, lockTime } = week
  facts.vote = { week: id, entries, lockTime, openedFor: lockTime, rules: rulesOf(facts, week.season), isCutShort: false }
  facts.happened += 1
}

function end(facts: Facts, vote: NonNullable<Facts['vote']>, now: number): void {
  const week = weekOf(facts, vote.week)
  const isStill =
    week !== undefined &&
    facts.current === week.id &&
    !vote.isCutShort &&
    JSON.stringify(rulesOf(facts, week.season)) === JSON.stringify(vote.rules) &&
    votersIn(facts, week).join() === vote.entries.join()
  if (isStill && now < week.lockTime - DAY) return
  facts.happened += 1
  if (isStill) {
    const votedFor = (choice: string) =>
      vote.entries.filter((id) => facts.ballots.some((ballot) => ballot.entry === id && ballot.choice === choice))
    const result = { week: week.id, entries: vote.entries, share: votedFor('share'), playOn: votedFor('play_on') }
    facts.votes = [...facts.votes, { ...result, at: facts.happened }]
  }
  facts.vote = null
  facts.ballots = []
}

function votersIn(facts: Facts, week: Week): readonly number[] {
  const rule = rulesOf(facts, week.season).split
  if (rule === null || week.number < rule.fromWeek || isLocked(week)) return []
  if (facts.votes.some((vote) => vote.week === week.id) || decisionOf(facts, week.season) !== null) return []
  const alive = facts.entries.filter((entry) => isAlive(facts, entry, week.season)).map(({ id }) => id)
  const isAnybodyOut = facts.entries.some((entry) => takesPart(facts, entry, week.season) && !alive.includes(entry.id))
  return isAnybodyOut && alive.length >= 2 && alive.length <= rule.atMost ? alive.toSorted((a, b) => a - b) : []
}
