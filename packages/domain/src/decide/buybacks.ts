import { createEvent } from '../events/events.ts'
import { openBuyback } from '../money/requests.ts'
import { buybackChance } from '../situation/buyback.ts'
import { buybackFactsOf } from '../situation/of-pool.ts'
import { entryRecord, seasonResults } from '../standing/season-results.ts'
import { lossesToWaive } from '../standing/standing.ts'
import { currentRound, rulesOf } from '../state/state.ts'
import { mainContest } from '../values/ids.ts'
import { RuleViolation } from '../events/violation.ts'
import { accept, type Decider, reject, requireEntry, requireOwnEntry, requireVersion } from './context.ts'

/** Asks to buy an entry back in, between the loss that put it out and the next lock (docs/rules.md §14.3). */
export const requestBuyback: Decider<'RequestBuyback'> = (state, { entryId, ifVersion }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  requireVersion(entry.version, ifVersion)
  const { contestId, seasonYear } = currentRound(state) ?? reject('no_buybacks')
  const chance = buybackChance(buybackFactsOf(state, entry, contestId))
  if ('refusal' in chance) throw new RuleViolation(chance.refusal)
  const { weekId, team } = chance.loss
  const loss = { weekId, team }
  return accept(createEvent('BuybackRequested', { entryId, seasonYear, loss }))
}

/** Confirms or declines the open request of a season, by default the current one. Confirming waives the entry's losses so far. */
export const answerBuyback: Decider<'AnswerBuyback'> = (state, { entryId, action, ifVersion, ...of }) => {
  const entry = requireEntry(state, entryId)
  requireVersion(entry.version, ifVersion)
  const request = openBuyback(state, entry, of.seasonYear ?? currentRound(state)?.seasonYear)
  const { seasonYear, loss } = request ?? reject('no_buyback_requested')
  if (action === 'decline') return accept(createEvent('BuybackDeclined', { entryId, seasonYear, loss }))
  const contest = mainContest(seasonYear)
  const waived = lossesToWaive(entryRecord(state, entry, contest), seasonResults(state, contest))
  const feeCents = rulesOf(state, contest).buyback?.feeCents ?? 0
  return accept(createEvent('BuybackConfirmed', { entryId, seasonYear, loss, waived, feeCents }))
}
