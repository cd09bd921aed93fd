import { type CommandRun, parsePickId, type PoolRules, type RecordedEvent } from '../../src/index.ts'
import { currentSeason, entryOf, type Facts, isLocked, leagueWeek, rulesOf, slatesOf, weekOf, weeksIn } from './oracle/facts.ts'
import { bookSeasonOf, potOf } from './oracle/money.ts'
import { decisionOf, isPartOf, joiningSeason, lossesOf, outSince, takesPart, wipeOutsOf } from './oracle/standing.ts'
import { RuleCoverage } from './rule-coverage.ts'
import { SEASONS, type Step } from './world.ts'

/** A step with what was before and after it. */
export interface Moment {
  readonly step: Step
  readonly run: CommandRun
  readonly before: Facts
  readonly after: Facts
}

/** How often each command, refusal, event and shape occurred, to prove that the histories reach what they test. */
export class Tally {
  readonly counts = new Map<string, number>()
  /** The rules of the seasons that were played. */
  readonly rules = new RuleCoverage()

  count(moment: Moment): void {
    const { outcome, recorded } = moment.run
    this.#add(`${moment.step.command.type} is sent`)
    this.#add(`${moment.step.command.type} is ${outcome.ok ? 'accepted' : 'refused'}`)
    if (!outcome.ok) this.#add(`refused: ${outcome.violation.code}`)
    for (const event of recorded) this.#add(event.type)
    for (const [shape, occurs] of Object.entries(SHAPES)) if (occurs(moment)) this.#add(shape)
  }

  /** Counts the rules of the seasons of a history that has ended. */
  countRules({ fixedRules }: Facts): void {
    for (const { rules } of fixedRules) this.rules.add(rules)
  }

  /** Returns which of these never occurred. */
  missing(what: readonly string[]): readonly string[] {
    return what.filter((name) => !this.counts.has(name))
  }

  #add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}

type Shape = (moment: Moment) => boolean

const isAccepted =
  (type: Step['command']['type']): Shape =>
  ({ step, run }) =>
    step.command.type === type && run.outcome.ok
const isRefused =
  (type: Step['command']['type'], code: string): Shape =>
  ({ step, run }) =>
    step.command.type === type && !run.outcome.ok && run.outcome.violation.code === code
const both =
  (...shapes: readonly Shape[]): Shape =>
  (moment) =>
    shapes.every((shape) => shape(moment))

/** Whether one of the recorded events is like this. */
const records =
  (isLike: (event: RecordedEvent, moment: Moment) => boolean): Shape =>
  (moment) =>
    moment.run.recorded.some((event) => isLike(event, moment))

const lapsesBecause = (because: string): Shape =>
  records((event) => event.type === 'BuybackWithdrawn' && event.data.because === because)

const endsVoteBecause = (because: string): Shape =>
  records((event) => event.type === 'SplitVoteEnded' && event.data.because === because)

const isAutomatic = (facts: Facts, entry: number, week: number): boolean =>
  facts.picks.some((pick) => pick.entry === entry && pick.week === week && pick.step !== null)

/** Whether the step is the one after which a picked team has tied under a rule. */
/** Whether a command concerns a pick of a week that has not locked. */
const isOfOpenWeek: Shape = ({ step: { command }, before, run }) => {
  const id =
    command.type === 'OverridePick'
      ? command.data.weekId
      : command.type === 'RemovePick'
        ? parsePickId(command.data.pickId).weekId
        : 0
  const week = weekOf(before, id)
  return week !== undefined && !isLocked(week) && run.recorded.every((event) => event.type !== 'WeekLocked')
}
const isTiedUnder =
  (tie: PoolRules['tie']): Shape =>
  ({ before, after }) =>
    after.games.some((game) => {
      const week = weekOf(after, game.week)
      if (week === undefined || !isLocked(week) || rulesOf(after, week.season).tie !== tie || !isTied(game)) return false
      const isPicked = after.picks.some((pick) => pick.week === week.id && [game.home, game.away].includes(pick.team))
      return isPicked && !before.games.some((other) => other.id === game.id && isTied(other))
    })

const movedByHand = ({ games }: Facts): Facts['games'] => games.filter(({ isMoved, byHand }) => isMoved && byHand !== null)

/** Whether the step is the one in which an admin marks a game as moved. */
const marksAsMoved =
  (isAfterLock: boolean): Shape =>
  ({ step: { command }, run, before, after }) =>
    command.type === 'SetGame' &&
    run.outcome.ok &&
    movedByHand(after).some(({ id, week }) => {
      const [was, of] = [before.games.find((game) => game.id === id), weekOf(before, week)]
      return was?.isMoved === false && of !== undefined && isLocked(of) === isAfterLock
    })

/** The season and the week of the league on which a week is played. */
function leagueWeekOf(facts: Facts, id: number): string | undefined {
  const week = weekOf(facts, id)
  return week === undefined ? undefined : `${week.season} ${leagueWeek(week)}`
}

const isTied = ({ status, homeScore, awayScore }: Facts['games'][number]): boolean =>
  status === 'final' && homeScore !== null && homeScore === awayScore

const sumOf = (prizes: readonly { readonly cents: number }[]): number => prizes.reduce((sum, { cents }) => sum + cents, 0)

/** The prizes of the current season while there is something in its pot. */
const weeklyPrizesOf = (facts: Facts) => potOf(facts).prizes?.weeks ?? []
const placesOf = (facts: Facts) => (potOf(facts).prizes?.places ?? []).filter(({ cents }) => cents > 0)

function sinceOf(facts: Facts, id: number): number {
  const entry = entryOf(facts, id)
  return entry === undefined ? 0 : outSince(facts, entry, currentSeason(facts) ?? 0)
}

/** What people do and what follows from it, in the combinations that went wrong once. */
const SHAPES = {
  'site time goes back before week 1 and reopens weeks': both(
    isAccepted('SetSiteTime'),
    records((event) => event.type === 'WeekReopened'),
    ({ before }) => weeksIn(before, currentSeason(before) ?? 0).some(isLocked),
  ),
  'weeks lock again when site time comes back': both(
    isAccepted('ClearSiteTime'),
    records((event, { before }) => event.type === 'WeekLocked' && (weekOf(before, event.data.weekId)?.locks.length ?? 0) > 0),
  ),
  'a running site time': ({ after }) => after.clock.mode === 'running',
  'a frozen site time': ({ after }) => after.clock.mode === 'frozen',
  'the rules of a season without a lock stay fixed': both(isRefused('ChangeRules', 'rules_locked'), ({ after }) =>
    weeksIn(after, currentSeason(after) ?? 0).every((week) => !isLocked(week)),
  ),
  'rules that do not fit together are refused': isRefused('ChangeRules', 'rules_conflict'),
  'rules change after a rehearsal': both(isAccepted('ChangeRules'), ({ before }) =>
    weeksIn(before, currentSeason(before) ?? 0).some(({ locks }) => locks.length > 0),
  ),
  'a played week opens again': records(
    (event, { before }) =>
      event.type === 'WeekReopened' && before.games.some((game) => game.week === event.data.weekId && game.status === 'final'),
  ),
  'a lock is moved by mistake and back during the games': both(
    isAccepted('SetLockTime'),
    records((event, { before }) => {
      if (event.type !== 'WeekLocked') return false
      const hasBegun = before.games.some((game) => game.week === event.data.weekId && game.status !== 'scheduled')
      return hasBegun && (weekOf(before, event.data.weekId)?.locks.length ?? 0) > 0
    }),
  ),
  'an automatic pick comes back after its game has kicked off': records((event, { before, step }) => {
    if (event.type !== 'PickAssigned' || step.command.type === 'UndoAction') return false
    const { entryId, weekId, team } = event.data
    const isGivenBack = before.gifts.some((gift) => gift.entry === entryId && gift.week === weekId && gift.team === team)
    return (
      isGivenBack &&
      before.games.some((game) => game.week === weekId && game.status === 'final' && [game.home, game.away].includes(team))
    )
  }),
  'a plan is void, because its team has no game': records(
    (event) => event.type === 'PickCleared' && 'usedIn' in event.data && 'noGame' in event.data,
  ),
  'a plan is void in a slate': records(
    (event, { before }) =>
      event.type === 'PickCleared' && 'usedIn' in event.data && !Number.isInteger(weekOf(before, event.data.weekId)?.number ?? 0),
  ),
  'a plan is void in the play-offs': records(
    (event, { before }) =>
      event.type === 'PickCleared' && 'noGame' in event.data && (weekOf(before, event.data.weekId)?.number ?? 0) >= 19,
  ),
  'a pick counts as missed, because its team turns out to have no game': records(
    (event) => event.type === 'PickCleared' && 'noGame' in event.data && !('usedIn' in event.data),
  ),
  'an automatic pick counts as missed, because its team turns out to have no game': records(
    (event, { before }) =>
      event.type === 'PickCleared' &&
      'noGame' in event.data &&
      !('usedIn' in event.data) &&
      isAutomatic(before, event.data.entryId, event.data.weekId),
  ),
  'a pick counts again, because its team has a game after all': records((event) => event.type === 'PickRestored'),
  'a week locks before any of its games is known': records(
    (event, { before }) => event.type === 'WeekLocked' && !before.games.some((game) => game.week === event.data.weekId),
  ),
  'all games of a week leave it': ({ before, after }) =>
    after.weeks.some(({ id }) => {
      const [was, is] = [before, after].map((facts) => facts.games.filter((game) => game.week === id))
      return (was ?? []).some(({ isMoved }) => !isMoved) && (is ?? []).every(({ isMoved }) => isMoved)
    }),
  'games that left a week come back': ({ before, after }) =>
    before.games.some((game) => game.isMoved && after.games.some(({ id, isMoved }) => id === game.id && !isMoved)),
  'a postponed game cannot be picked': ({ run: { outcome } }) => !outcome.ok && outcome.violation.code === 'game_postponed',
  'a week with a postponed game gets automatic picks': records(
    (event, { before }) =>
      event.type === 'PickAssigned' &&
      before.games.some(({ week, status, isMoved }) => week === event.data.weekId && status === 'postponed' && !isMoved),
  ),
  'a postponed game is replaced by another one of its team': ({ after }) =>
    after.games.some(
      (game) =>
        game.status === 'postponed' &&
        !game.isMoved &&
        after.games.some((other) => other.week === game.week && other.home === game.home && other.status === 'scheduled'),
    ),
  'a team cannot be picked that a game may not name yet': ({ run: { outcome } }) =>
    !outcome.ok && outcome.violation.code === 'opponent_unknown',
  'a plan is void': records((event) => event.type === 'PickCleared' && 'usedIn' in event.data),
  'a void plan stands again': both(
    ({ before, after }) => after.voidPlans.length < before.voidPlans.length,
    records((event) => event.type === 'WeekReopened'),
  ),
  'an automatic pick uses a team that is planned for an open week': records((event, { before }) => {
    if (event.type !== 'PickAssigned') return false
    const { entryId, weekId, team } = event.data
    return before.picks.some((pick) => pick.entry === entryId && pick.week !== weekId && pick.team === team)
  }),
  'a week locks again and leaves a late entry alone': records((event, { before, after }) => {
    const week = event.type === 'WeekLocked' ? weekOf(before, event.data.weekId) : undefined
    return (
      week !== undefined &&
      week.first !== null &&
      after.entries.some((entry) => takesPart(after, entry, week.season) && !isPartOf(after, entry, week))
    )
  }),
  'an entry joins with fewer lives': both(isAccepted('CreateEntry'), ({ after }) => {
    const season = joiningSeason(after)
    const newest = after.entries.at(-1)
    return season !== undefined && newest !== undefined && lossesOf(after, newest, season).length > 0
  }),
  'a pick is entered by hand': both(isAccepted('SubmitPick'), ({ after }) =>
    after.picks.some(({ keeper, at }) => keeper !== undefined && at === after.happened),
  ),
  'an entry with a pick by hand goes over to an account of its person': both(
    isAccepted('HandOverEntries'),
    ({ step: { command }, after }) =>
      command.type === 'HandOverEntries' &&
      !command.data.byHand &&
      command.data.entryIds.some((id) => after.picks.some(({ entry, keeper }) => entry === id && keeper !== undefined)),
  ),
  'an account that keeps entries is not deleted': isRefused('DeleteUser', 'keeps_entries'),
  'an entry would be out when it joined': isRefused('CreateEntry', 'too_late_to_join'),
  'a late entry may not pick in a week that was played': isRefused('SubmitPick', 'joined_after_lock'),
  'a buyback lapses with the next lock': lapsesBecause('next_lock'),
  'a buyback lapses because the season is decided': lapsesBecause('season_decided'),
  'a buyback lapses because the season is over': lapsesBecause('season_over'),
  'a buyback lapses with an elimination by hand': lapsesBecause('by_hand'),
  'a buyback lapses because the entry is back in': lapsesBecause('back_in'),
  'a buyback is answered after it lapsed': both(
    isRefused('AnswerBuyback', 'no_buyback_requested'),
    ({ step: { command }, after }) =>
      command.type === 'AnswerBuyback'
        ? after.buybacks.some(({ entry, status }) => entry === command.data.entryId && status === 'withdrawn')
        : false,
  ),
  'two entries share a title': ({ after }) => (decisionOf(after, currentSeason(after) ?? 0)?.champions.length ?? 0) > 1,
  'all agree to share': records(({ type, data }) => type === 'SplitVoteClosed' && data.share.length === data.entryIds.length),
  'not all agree to share': records(({ type, data }) => type === 'SplitVoteClosed' && data.share.length < data.entryIds.length),
  'a vote on sharing ends with another standing': endsVoteBecause('standings'),
  'a vote on sharing ends because its lock moves': endsVoteBecause('lock_moved'),
  'a vote on sharing ends because another week is current': endsVoteBecause('other_week'),
  'somebody comes back after an agreement': ({ before, after }) =>
    before.votes.some(({ week, entries, share }) => {
      const season = weekOf(before, week)?.season ?? 0
      const isAgreed = entries.length === share.length && decisionOf(before, season)?.agreedAt !== undefined
      return isAgreed && decisionOf(after, season) === null
    }),
  'an entry that fell with another asks after the decision': both(
    isRefused('RequestBuyback', 'buyback_too_late'),
    ({ after }) => decisionOf(after, currentSeason(after) ?? 0) !== null,
  ),
  'an entry is put out by hand that a loss put out': both(isAccepted('AmendEntry'), ({ before, after }) =>
    after.eliminations.some(
      (elimination) =>
        !before.eliminations.includes(elimination) &&
        before.waivers.length <= after.waivers.length &&
        entryOf(after, elimination.entry) !== undefined,
    ),
  ),
  'a week is played in slates': records(
    (event, { before }) => event.type === 'WeekLocked' && (weekOf(before, event.data.weekId)?.startsAt ?? null) !== null,
  ),
  'a week is split into slates': records((event) => event.type === 'WeekAdded' && event.data.splits !== undefined),
  'a split is taken back': records((event) => event.type === 'ActionUndone' && event.data.action === 'split'),
  'a game moves to another slate': records(
    (event, { before }) =>
      event.type === 'GameMoved' &&
      event.data.toWeekId !== event.data.weekId &&
      leagueWeekOf(before, event.data.weekId) === leagueWeekOf(before, event.data.toWeekId),
  ),
  'a game stays in a slate that has locked, although its kickoff is in the time of another': both(
    isAccepted('SyncGames'),
    ({ after }) =>
      after.games.some((game) => {
        const week = weekOf(after, game.week)
        if (week === undefined || game.isMoved || Number.isInteger(week.number)) return false
        const next = slatesOf(after, week).find(({ number }) => number > week.number)?.startsAt
        return typeof next === 'number' && game.kickoff >= next
      }),
  ),
  'an override of an automatic pick is undone': both(
    isAccepted('UndoAction'),
    records((event) => event.type === 'PickAssigned'),
  ),
  'an automatic pick is overridden': both(
    isAccepted('OverridePick'),
    ({ step: { command }, before }) =>
      command.type === 'OverridePick' && isAutomatic(before, command.data.entryId, command.data.weekId),
  ),
  'a pick of a begun game is set before the lock': records((event) => event.type === 'BegunGamePicked'),
  'a pick of an open week is set without a reason although a result is known': both(
    isRefused('OverridePick', 'reason_required'),
    isOfOpenWeek,
  ),
  'a pick of an open week is deleted without a reason although a result is known': both(
    isRefused('RemovePick', 'reason_required'),
    isOfOpenWeek,
  ),
  'picks are drawn without a reason although results are known': isRefused('RandomizePicks', 'reason_required'),
  'an entry that takes no part in the current season is marked as paid': both(
    isAccepted('SetPayment'),
    ({ step: { command }, before, after }) => {
      const entry = command.type === 'SetPayment' ? entryOf(before, command.data.entryId) : undefined
      const season = currentSeason(before)
      return (
        entry !== undefined &&
        season !== undefined &&
        !takesPart(before, entry, season) &&
        after.money.length > before.money.length
      )
    },
  ),
  'a payment settles debts of several seasons': ({ before, after }) => {
    const added = after.money.slice(before.money.length).filter((fact) => fact.kind === 'payment' && fact.cents !== 0)
    return added.length > 1 && new Set(added.map(({ season }) => season)).size > 1
  },
  'the type of a payment is corrected': both(isAccepted('SetPayment'), ({ before, after }) =>
    after.marks.some(({ entry, type }) => before.marks.some((mark) => mark.entry === entry && mark.type !== type)),
  ),
  'a part of what is due is paid, and then the rest': both(isAccepted('SetPayment'), ({ before, after }) =>
    after.marks.some(
      ({ entry }) =>
        before.money.some((fact) => fact.entry === entry && fact.kind === 'payment' && fact.isPart === true) &&
        before.marks.every((mark) => mark.entry !== entry),
    ),
  ),
  'a part of what is due is taken back': both(isAccepted('SetPayment'), ({ before, after }) =>
    after.money
      .slice(before.money.length)
      .some(({ kind, entry }) => kind === 'reversal' && before.marks.every((mark) => mark.entry !== entry)),
  ),
  'more than what is due is refused': isRefused('RecordPartPayment', 'more_than_due'),
  'a champion is paid out': ({ before, after }) => after.payouts.length > before.payouts.length,
  'a payout is taken back': both(
    isAccepted('ReversePayout'),
    ({ before, after }) => after.payouts.length < before.payouts.length,
  ),
  'a claim lapses': ({ before, after, step }) =>
    before.claims.length > after.claims.length && !/Payment|Remove|Delete|Purge|Renew/.test(step.command.type),
  'an entry is paid for a season before the current one': ({ after }) =>
    after.marks.some(({ entry: id }) => {
      const entry = entryOf(after, id)
      return entry !== undefined && (bookSeasonOf(after, entry) ?? Infinity) < (currentSeason(after) ?? 0)
    }),
  'an undo names the last action': both(isAccepted('UndoAction'), ({ step }) => step.position === 'last'),
  'an undo names another action': both(isRefused('UndoAction', 'nothing_to_undo'), ({ step }) => step.position === 'other'),
  'a chain of six previews': ({ step }) => step.previews.length === 6,
  'the consequences are as expected': ({ step, run }) => step.expecting === 'previewed' && run.outcome.ok,
  'the consequences are others than expected': ({ run: { outcome } }) =>
    !outcome.ok && outcome.violation.code === 'consequences_changed',
  'a stale version of a revealed pick': isRefused('OverridePick', 'version_conflict'),
  'past picks are imported': both(
    isAccepted('ImportPicks'),
    records((event) => event.type === 'PickOverridden'),
  ),
  'a sealed pick cannot change': ({ run: { outcome } }) => !outcome.ok && outcome.violation.code === 'picks_sealed',
  'a score by hand decides against the scoreboard': both(isAccepted('SyncGames'), ({ after }) =>
    after.games.some(({ byHand, status }) => byHand !== null && status === 'final'),
  ),
  'a score by hand is taken back': both(
    isAccepted('UndoAction'),
    records((event) => event.type === 'ActionUndone' && event.data.action === 'game'),
  ),
  'a game is returned to the scoreboard': records((event) => event.type === 'GameReturnedToFeed'),
  'a week is closed without a game, whose picks lose': records(
    (event) => event.type === 'WeekClosed' && event.data.picks === 'lose',
  ),
  'a week is closed without a game, whose picks survive': records(
    (event) => event.type === 'WeekClosed' && event.data.picks === 'survive',
  ),
  'closing a week is taken back': both(
    isAccepted('UndoAction'),
    records((event) => event.type === 'ActionUndone' && event.data.action === 'close'),
  ),
  'a game without which its week was closed is played': ({ before, after }) =>
    before.games.some(
      (game) => game.closedAs !== null && after.games.some(({ id, status }) => id === game.id && status === 'final'),
    ),
  'all that are left fall, and come back': ({ before, after }) =>
    SEASONS.some((season) => wipeOutsOf(after, season).length > wipeOutsOf(before, season).length),
  'a tiebreak tells the last entries apart': ({ after }) =>
    SEASONS.some((season) => {
      const decision = decisionOf(after, season)
      const since = (entry: Facts['entries'][number]) => outSince(after, entry, season)
      const champion = after.entries.find(({ id }) => decision?.champions.includes(id))
      if (decision === null || champion === undefined || since(champion) === Infinity) return false
      const tied = after.entries.filter((entry) => isPartOf(after, entry, decision.week) && since(entry) === since(champion))
      return tied.length > decision.champions.length
    }),
  'entries share a weekly prize': ({ after }) => weeklyPrizesOf(after).some(({ winners }) => winners.length > 1),
  'a weekly prize gets what is left of the pot': ({ after }) => {
    const rule = rulesOf(after, currentSeason(after)).prizes
    return weeklyPrizesOf(after).some(({ winners }) => sumOf(winners) < (rule?.weeklyCents ?? 0))
  },
  'a weekly prize goes to somebody else': ({ before, after }) =>
    weeklyPrizesOf(before).some(({ number, winners }) => {
      const now = weeklyPrizesOf(after).find((week) => week.number === number)
      return now !== undefined && now.winners.every(({ entry }) => winners.every((winner) => winner.entry !== entry))
    }),
  'entries share a lower place': ({ after }) =>
    placesOf(after).some(({ place }, at, all) => place > 1 && all[at + 1]?.place === place),
  'a tiebreak tells lower places apart': ({ after }) =>
    placesOf(after).some(({ entry, place }, _, all) => {
      const fell = sinceOf(after, entry)
      return place > 1 && all.some((other) => other.place > place && sinceOf(after, other.entry) === fell)
    }),
  'there are fewer entries than places': ({ after }) => {
    const season = currentSeason(after)
    const places = placesOf(after)
    return places.length > 0 && places.length < (rulesOf(after, season).prizes?.shares.length ?? 0)
  },
  'a tie is a loss': isTiedUnder('loss'),
  'a tie puts nobody out': isTiedUnder('survives'),
  'a game moves to another week': records((event) => event.type === 'GameMoved'),
  'an admin marks a game as moved before its week locks': marksAsMoved(false),
  'an admin marks a game as moved after its week has locked': marksAsMoved(true),
  'a game that an admin marked as moved is returned to the scoreboard': both(isAccepted('ReturnGame'), ({ before, after }) =>
    movedByHand(before).some(({ id }) => after.games.some((game) => game.id === id && !game.isMoved)),
  ),
  'a week that is added later has a game that an admin marked as moved': records(
    (event, { before }) => event.type === 'GameMoved' && movedByHand(before).some(({ id }) => id === event.data.gameId),
  ),
  'a pick of such a game is void at the lock': records(
    (event, { before }) =>
      event.type === 'PickCleared' &&
      event.data.usedIn === event.data.weekId &&
      movedByHand(before).some(({ week }) => week === event.data.weekId),
  ),
  'a final answer takes points of a final result away': both(isAccepted('SyncGames'), ({ step: { command }, before, after }) =>
    after.games.some(
      (game) =>
        game.isResultUnread &&
        command.type === 'SyncGames' &&
        command.data.games.some(({ espnId, status }) => espnId === game.espnId && status === 'final') &&
        before.games.some(({ id, status }) => id === game.id && status === 'final'),
    ),
  ),
  'a game that was played is reported as scheduled': ({ before, after }) =>
    after.games.some(({ isResultUnread }) => isResultUnread) && !before.games.some(({ isResultUnread }) => isResultUnread),
  'a cancelled game cannot be picked': ({ run: { outcome } }) => !outcome.ok && outcome.violation.code === 'game_cancelled',
  'somebody picks for the owner': ({ before, after }) =>
    after.picks.some((pick) => pick.proxy !== null && !before.picks.includes(pick)),
  'somebody picks for the owner too late': ({ step, run, before }) =>
    step.command.type === 'SubmitPick' &&
    !run.outcome.ok &&
    run.recorded.some(({ type }) => type === 'ProxyEnded') &&
    before.proxies.length > 0,
  'a proxy ends because an admin changed an address': records(
    (event) => event.type === 'ProxyEnded' && event.data.because === 'address',
  ),
  'an entry is renewed': records((event) => event.type === 'EntryRenewed'),
  'a week locks in the second season': records(
    (event, { after }) => event.type === 'WeekLocked' && (weekOf(after, event.data.weekId)?.season ?? 0) > 2025,
  ),
} satisfies Readonly<Record<string, Shape>>

/** What every run of some hundred histories must reach. */
export const EXPECTED_SHAPES = Object.keys(SHAPES)
