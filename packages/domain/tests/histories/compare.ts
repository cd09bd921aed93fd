import { allPicks } from '../../src/state/entry-picks.ts'
import {
  gamesOf,
  mainContest,
  duesOf,
  type Entry,
  entryId,
  LEDGER_ACCOUNTS,
  ledgerOf,
  payoutsOf,
  potOf,
  signed,
  entryStanding,
  instantFromMs,
  instantToMs,
  isByHand,
  participantsOf,
  pickKeeper,
  type PoolState,
  rulesOf as contestRules,
  seasonOutcome,
  seasonResults,
  slotCount,
  waitingActions,
  weekId,
} from '../../src/index.ts'
import { usedTeamsInOtherWeeks } from '../../src/situation/used-teams.ts'
import { requireSame } from './difference.ts'
import { siteTimeOf } from './oracle/calendar.ts'
import { currentSeason, type Facts, isLocked, picksTaken, rulesOf } from './oracle/facts.ts'
import { waitingAt } from './oracle/four-eyes.ts'
import { cashOf, duesOf as dues, payoutsOf as payouts, potOf as pot } from './oracle/money.ts'
import { reopenings, usedTeams } from './oracle/locks.ts'
import { decisionOf, standingOf, takesPart } from './oracle/standing.ts'
import { SEASONS } from './world.ts'

/** Compares everything that matters to people. Throws a `Difference`. */
export function compare(pool: PoolState, facts: Facts, now: number): void {
  compareAccounts(pool, facts)
  compareWaiting(pool, facts, now)
  compareWeeks(pool, facts, now)
  comparePicks(pool, facts)
  compareBuybacks(pool, facts)
  compareVotes(pool, facts)
  for (const season of SEASONS) {
    compareSeason(pool, facts, season)
    compareBooks(pool, facts, season)
  }
  comparePot(pool, facts)
  compareClaims(pool, facts)
}

function compareWaiting(pool: PoolState, facts: Facts, now: number): void {
  requireSame('whether four eyes are on', pool.fourEyes, facts.fourEyes)
  requireSame(
    'what waits for a second admin',
    waitingActions(pool, instantFromMs(now)).map(({ askedBy, command }) => `${askedBy} ${command.type}`),
    waitingAt(facts, now).map(({ by, command }) => `${by} ${command.type}`),
  )
}

function compareAccounts(pool: PoolState, facts: Facts): void {
  requireSame(
    'the accounts',
    byId(pool.users.values()).map(({ id, isAdmin, roles = [], isWaiting, tokenVersion }) => ({
      id,
      isAdmin,
      roles: roles.toSorted(),
      isWaiting,
      logins: tokenVersion,
    })),
    facts.users.map(({ id, isAdmin, roles, isWaiting, logins }) => ({ id, isAdmin, roles, isWaiting, logins })),
  )
  requireSame(
    'the entries',
    byId(pool.entries.values()).map((entry) => `${entry.id} ${entry.userId} ${entry.name} ${isByHand(entry)}`),
    facts.entries.map((entry) => `${entry.id} ${entry.owner} ${entry.name} ${entry.isByHand === true}`),
  )
}

function compareWeeks(pool: PoolState, facts: Facts, now: number): void {
  requireSame('the current week', pool.currentWeekId, facts.current)
  const { siteClock } = pool
  const siteTime =
    siteClock.mode === 'real'
      ? instantFromMs(now)
      : siteClock.mode === 'frozen'
        ? siteClock.at
        : instantFromMs(instantToMs(siteClock.at) + now - instantToMs(siteClock.since))
  requireSame('site time', siteTime, instantFromMs(siteTimeOf(facts, now)))
  requireSame(
    'the weeks: their locks, marks and reopenings',
    byId(pool.rounds.values()).map((week) => ({
      id: week.id,
      lockTime: week.lockTime,
      isAutomatic: week.lockIsAutomatic,
      isLocked: week.locked !== null,
      isMarked: week.reopenedAfterReveal,
      isUnmasked: week.unmasked,
      ineligible: week.ineligibleTeams,
      picks: slotCount(pool, week),
      reopenings: week.reopenings,
    })),
    facts.weeks.map((week) => ({
      id: week.id,
      lockTime: instantFromMs(week.lockTime),
      isAutomatic: week.isAutomatic,
      isLocked: isLocked(week),
      isMarked: week.isMarked,
      isUnmasked: week.isUnmasked,
      ineligible: week.ineligible,
      picks: picksTaken(facts, week),
      reopenings: reopenings(week),
    })),
  )
  requireSame(
    'the games',
    byId(pool.rounds.values()).flatMap((week) =>
      gamesOf(pool, week)
        .map((game) => {
          const { espnId, status, homeScore, awayScore, kickoff, phase, isResultUnread } = game
          return `${espnId} ${status} ${homeScore}-${awayScore} ${kickoff} ${phase === 'moved'} ${isResultUnread === true}`
        })
        .sort(),
    ),
    facts.weeks.flatMap((week) =>
      facts.games
        .filter((game) => game.week === week.id)
        .map(({ espnId, status, homeScore, awayScore, kickoff, isMoved, isResultUnread }) => {
          return `${espnId} ${status} ${homeScore}-${awayScore} ${instantFromMs(kickoff)} ${isMoved} ${isResultUnread}`
        })
        .sort(),
    ),
  )
}

function comparePicks(pool: PoolState, facts: Facts): void {
  const picks = [...pool.entries.values()].flatMap((entry) =>
    allPicks(entry).map((pick) => ({ ...pick, entry: entry.id, keeper: pickKeeper(entry, pick) })),
  )
  requireSame(
    'the picks',
    picks
      .filter((pick) => pool.rounds.has(pick.weekId))
      .map(
        ({ entry, weekId: week, slot, team, assignedBy, byMember, madeBy, keeper }) =>
          `${entry} in ${week}.${slot}: ${team}, ${assignedBy}, ${byMember}, ${madeBy?.proxy ?? null}, by hand of ${keeper}`,
      )
      .sort(),
    facts.picks
      .map(
        ({ entry, week, slot, team, step, isMembers, proxy, keeper }) =>
          `${entry} in ${week}.${slot}: ${team}, ${step}, ${isMembers}, ${proxy}, by hand of ${keeper}`,
      )
      .sort(),
  )
  requireSame(
    'who picks for whom',
    [...pool.proxies.values()].map(({ entryId: id, userId }) => `${id}: ${userId}`).sort(),
    facts.proxies.map(({ entry, member }) => `${entry}: ${member}`).sort(),
  )
  for (const entry of pool.entries.values()) {
    for (const week of facts.weeks) {
      const seen = pool.rounds.get(weekId(week.id))
      if (seen === undefined) continue
      requireSame(
        `the teams that entry ${entry.id} used outside of week ${week.id}`,
        [...usedTeamsInOtherWeeks(pool, entry, seen).keys()].sort(),
        [...new Set(usedTeams(facts, entry.id, week))].sort(),
      )
    }
  }
  requireSame(
    'the rankings',
    byId(pool.entries.values()).flatMap(({ id, ranking }) => (ranking.length > 0 ? [`${id} ${ranking.join()}`] : [])),
    facts.rankings
      .filter(({ teams }) => teams.length > 0)
      .toSorted((a, b) => a.entry - b.entry)
      .map(({ entry, teams }) => `${entry} ${teams.join()}`),
  )
}

function compareBuybacks(pool: PoolState, facts: Facts): void {
  const lines = (entry: Entry) =>
    entry.buybacks.map(({ seasonYear, loss, status }) => `${entry.id} ${seasonYear} ${loss.weekId} ${loss.team} ${status}`)
  const alive = facts.buybacks.filter(({ entry }) => facts.entries.some(({ id }) => id === entry))
  requireSame(
    'the buybacks',
    [...pool.entries.values()].flatMap(lines).sort(),
    alive.map(({ entry, season, week, team, status }) => `${entry} ${season} ${week} ${team} ${status}`).sort(),
  )
}

function compareVotes(pool: PoolState, facts: Facts): void {
  const { splitVote: open } = pool
  requireSame(
    'the open vote on sharing',
    open === null ? null : { week: open.weekId, entries: open.entryIds },
    facts.vote === null ? null : { week: facts.vote.week, entries: facts.vote.entries },
  )
  requireSame(
    'the votes so far',
    [...pool.splitBallots.entries()].map(([entry, { choice }]) => `${entry} ${choice}`).sort(),
    facts.ballots.map(({ entry, choice }) => `${entry} ${choice}`).sort(),
  )
  requireSame(
    'what votes came to',
    byId(pool.rounds.values()).flatMap(({ id, splitResult }) =>
      splitResult === null ? [] : [{ week: id, share: splitResult.share, playOn: splitResult.playOn }],
    ),
    facts.votes.toSorted((a, b) => a.week - b.week).map(({ week, share, playOn }) => ({ week, share, playOn })),
  )
}

function compareSeason(pool: PoolState, facts: Facts, season: number): void {
  const { preset: _, ...rules } = contestRules(pool, mainContest(season))
  const { preset: __, ...expected } = rulesOf(facts, season)
  requireSame(`the rules of ${season}`, sorted(rules), sorted(expected))
  const results = seasonResults(pool, mainContest(season))
  requireSame(
    `who takes part in ${season}`,
    participantsOf(pool, results).map(({ entry }) => entry.id),
    facts.entries.filter((entry) => takesPart(facts, entry, season)).map(({ id }) => id),
  )
  requireSame(
    `who is in and out of ${season}, why and since when`,
    byId(pool.entries.values()).map((entry) => ({ id: entry.id, ...entryStanding(pool, entry, results) })),
    facts.entries.map((entry) => ({ id: entry.id, ...standingOf(facts, entry, season) })),
  )
  const outcome = seasonOutcome(pool, results)
  const decision = decisionOf(facts, season)
  requireSame(
    `the champions of ${season}`,
    outcome.status === 'finished' ? { week: outcome.weekNumber, champions: outcome.champions } : null,
    decision === null ? null : { week: decision.week.number, champions: decision.champions },
  )
}

function compareBooks(pool: PoolState, facts: Facts, season: number): void {
  const everybody = [...facts.entries, ...facts.deletedEntries]
  requireSame(
    `what entries owe for ${season}`,
    everybody.map(({ id }) => {
      const { feeCents, buybackCents, paidCents, dueCents, creditCents } = duesOf(pool, entryId(id), season)
      return `${id} fee ${feeCents} buybacks ${buybackCents} paid ${paidCents} due ${dueCents} credit ${creditCents}`
    }),
    everybody.map((entry) => {
      const { fee, buybacks, paid, due, credit } = dues(facts, entry, season)
      return `${entry.id} fee ${fee} buybacks ${buybacks} paid ${paid} due ${due} credit ${credit}`
    }),
  )
  const cash: Record<string, number> = {}
  let balance = 0
  for (const line of ledgerOf(pool, season)) {
    balance += LEDGER_ACCOUNTS.reduce((sum, account) => sum + signed(line, account), 0)
    if (line.paymentType !== null) cash[line.paymentType] = (cash[line.paymentType] ?? 0) + signed(line, 'cash')
  }
  requireSame(`the balance of the ledger of ${season}`, balance, 0)
  requireSame(`what was paid for ${season} and how`, withoutZeros(cash), withoutZeros(cashOf(facts, season)))
}

function withoutZeros(amounts: Readonly<Record<string, number>>): object {
  return sorted(Object.fromEntries(Object.entries(amounts).filter(([, cents]) => cents !== 0)))
}

function comparePot(pool: PoolState, facts: Facts): void {
  const { feesCents, buybacksCents, clubShareCents, potCents, sharers, prizes, isDecided, ...rest } = potOf(pool)
  const { prizes: expected, ...sums } = pot(facts)
  const { owedCents: owed, paidOutCents: paidOut } = rest
  requireSame('the pot', { fees: feesCents, buybacks: buybacksCents, clubShare: clubShareCents, owed, paidOut, sharers }, sums)
  requireSame(
    'the prizes of places',
    prizes?.places.map(({ entryId: entry, place, cents }) => `${place}: ${entry} gets ${cents}`) ?? null,
    expected?.places.map(({ entry, place, cents }) => `${place}: ${entry} gets ${cents}`) ?? null,
  )
  requireSame(
    'the prizes of weeks',
    prizes?.weeks.flatMap((week) =>
      week.winners.map(({ entryId: entry, cents }) => `${week.weekNumber}: ${entry} gets ${cents}`),
    ) ?? null,
    expected?.weeks.flatMap((week) => week.winners.map(({ entry, cents }) => `${week.number}: ${entry} gets ${cents}`)) ?? null,
  )
  if (prizes !== null && isDecided) {
    const dealt = [...prizes.places, ...prizes.weeks.flatMap(({ winners }) => winners)]
    const sum = dealt.reduce((all, { cents }) => all + cents, 0)
    requireSame('what is dealt of the pot, to the last cent', sum, potCents)
  }
  const season = currentSeason(facts)
  requireSame(
    'the payouts',
    payoutsOf(pool)
      .map(({ entryId: entry, shareCents, paid }) => `${entry} gets ${shareCents}, got ${paid?.cents ?? 0}`)
      .toSorted(),
    (season === undefined ? [] : payouts(facts, season))
      .map(({ entry, share, paid }) => `${entry} gets ${share}, got ${paid}`)
      .toSorted(),
  )
}

function compareClaims(pool: PoolState, facts: Facts): void {
  requireSame(
    'who said to have paid',
    byId(pool.entries.values()).flatMap(({ id, paymentClaim }) => (paymentClaim === null ? [] : [`${id} ${paymentClaim.type}`])),
    facts.claims.toSorted((a, b) => a.entry - b.entry).map(({ entry, type }) => `${entry} ${type}`),
  )
  requireSame(
    'who is marked as paid',
    byId(pool.entries.values()).flatMap(({ id, payment }) => (payment === null ? [] : [`${id} ${payment.type}`])),
    facts.marks.toSorted((a, b) => a.entry - b.entry).map(({ entry, type }) => `${entry} ${type}`),
  )
}

function sorted(rules: object): object {
  return Object.entries(rules).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function byId<T extends { readonly id: number }>(items: Iterable<T>): readonly T[] {
  return [...items].toSorted((a, b) => a.id - b.id)
}
