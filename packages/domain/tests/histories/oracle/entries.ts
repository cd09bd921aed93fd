import { isClosed } from './calendar.ts'
import { currentSeason, type Entry, entryOf, type Facts, numberAfter, rulesOf, weekOf, weeksIn } from './facts.ts'
import { hasSealedPick, hasSealedRanking } from './seals.ts'
import { freeRules, withPicksTaken } from './locks.ts'
import { type CommandRules, type Context, isBy, remember } from './rule.ts'
import { decisionOf, isTooLate, joinedAt, joiningSeason, standingOf, waivableLosses, wipeOutsOf } from './standing.ts'
import { lossToBuyBack, refusalsToAsk, requestOf } from './buybacks.ts'

/** docs/rules.md §5.3, §5.4, §8, §14.3, §16. */
export const ENTRY_RULES: CommandRules<
  | 'CreateEntry'
  | 'CreatePaperEntries'
  | 'HandOverEntries'
  | 'RenameEntry'
  | 'DeleteEntry'
  | 'AmendEntry'
  | 'RemoveEntry'
  | 'RequestBuyback'
  | 'AnswerBuyback'
  | 'StartSeason'
  | 'RenewEntry'
> = {
  CreateEntry: {
    by: 'member',
    refusals: (facts, { userId, name }, context) => {
      const isOwn = isBy(context, userId)
      return [
        ...(context.account?.isWaiting === true ? ['waiting_for_approval'] : []),
        ...(isOwn || isHelper(context) ? [] : ['forbidden']),
        ...(isOwn || context.account?.isAdmin !== true ? joiningRefusals(facts, userId, context.now) : []),
        ...(facts.users.some(({ id }) => id === userId) ? [] : ['user_not_found']),
        ...(isTaken(facts, userId, name) ? ['entry_name_taken'] : []),
      ]
    },
    apply: (facts, { userId, name }) => {
      addEntry(facts, userId, name)
      return { entryId: facts.lastIds.entry }
    },
  },
  CreatePaperEntries: {
    by: 'helper',
    refusals: (facts, { userId, names }, context) => [
      ...playerRefusals(facts, userId),
      ...(context.account?.isAdmin === true ? [] : joiningRefusals(facts, 0, context.now)),
      ...nameRefusals(facts, userId, names, []),
    ],
    apply: (facts, { userId, names }) => {
      for (const name of names) addEntry(facts, userId, name, true)
      return { entryIds: facts.entries.slice(facts.entries.length - names.length).map(({ id }) => id) }
    },
  },
  HandOverEntries: {
    by: 'helper',
    refusals: (facts, { entryIds, userId, byHand }) => {
      const given = facts.entries.filter(({ id }) => entryIds.some((other) => other === id))
      const moved = given.filter(({ owner }) => !byHand || owner !== userId)
      return [
        ...playerRefusals(facts, userId),
        ...paperRefusals(facts, entryIds),
        ...nameRefusals(
          facts,
          userId,
          moved.map(({ name }) => name),
          moved,
        ),
      ]
    },
    apply: (facts, { entryIds, userId, byHand }) => give(facts, entryIds, userId, byHand),
  },
  RenameEntry: {
    by: 'member',
    refusals: (facts, { entryId, name }, context) => {
      const entry = entryOf(facts, entryId)
      const refusals = manageRefusals(facts, entry, context)
      return entry !== undefined && entry.name !== name && isTaken(facts, entry.owner, name, entry.id)
        ? [...refusals, 'entry_name_taken']
        : refusals
    },
    apply: (facts, { entryId, name }) => rename(facts, entryId, name),
  },
  DeleteEntry: {
    by: 'member',
    refusals: (facts, { entryId }, context) => {
      const entry = entryOf(facts, entryId)
      const isSealed = hasSealedPick(facts, entryId) || hasSealedRanking(facts, entryId)
      const isOwn = entry !== undefined && isBy(context, entry.owner)
      return [...manageRefusals(facts, entry, context), ...(isOwn && isSealed ? ['picks_sealed'] : [])]
    },
    apply: (facts, { entryId }) => removeEntries(facts, ({ id }) => id === entryId),
  },
  RemoveEntry: {
    by: 'admin',
    refusals: (facts, { entryId }) => (entryOf(facts, entryId) === undefined ? ['entry_not_found'] : []),
    apply: (facts, { entryId }) => removeEntries(facts, ({ id }) => id === entryId),
  },
  AmendEntry: {
    by: 'admin',
    refusals: (facts, { entryId, name, isEliminated }) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined) return ['entry_not_found']
      const taken = name !== undefined && name !== entry.name && isTaken(facts, entry.owner, name, entry.id)
      const season = currentSeason(facts)
      const absence =
        season === undefined ? ['no_current_week'] : joinedAt(facts, entry, season) === null ? ['not_in_season'] : []
      return [...(taken ? ['entry_name_taken'] : []), ...(isEliminated === true ? absence : [])]
    },
    apply: (facts, { entryId, name, isEliminated }, context) => {
      const entry = entryOf(facts, entryId)
      if (name !== undefined) rename(facts, entryId, name)
      const season = currentSeason(facts)
      if (entry === undefined || season === undefined) return undefined
      if (isEliminated === true) eliminate(facts, entry, season, context)
      if (isEliminated === false) reinstate(facts, entry, season, context)
      return undefined
    },
  },
  RequestBuyback: {
    by: 'member',
    refusals: (facts, { entryId }, context) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined || !isBy(context, entry.owner)) return ['entry_not_found']
      return [...waitingRefusals(context), ...refusalsToAsk(facts, entry)]
    },
    apply: (facts, { entryId }) => {
      const entry = entryOf(facts, entryId)
      const season = currentSeason(facts)
      if (entry === undefined || season === undefined) return undefined
      const loss = lossToBuyBack(facts, entry, season)
      if (loss === undefined) return undefined
      facts.happened += 1
      const { week, team } = loss
      // Asking again for a loss takes the place of a request that lapsed.
      const others = facts.buybacks.filter((other) => other.entry !== entryId || other.week !== week || other.team !== team)
      const asked = { entry: entryId, season, week, team, askedAt: facts.happened }
      facts.buybacks = [...others, { ...asked, status: 'requested', confirmedFee: 0, currency: null, waived: [] }]
      return undefined
    },
  },
  AnswerBuyback: {
    by: 'admin',
    refusals: (facts, { entryId }) => {
      if (entryOf(facts, entryId) === undefined) return ['entry_not_found']
      return requestOf(facts, entryId, currentSeason(facts)) === undefined ? ['no_buyback_requested'] : []
    },
    apply: (facts, { entryId, action }) => {
      const request = requestOf(facts, entryId, currentSeason(facts))
      const entry = entryOf(facts, entryId)
      if (request === undefined || entry === undefined) return undefined
      const isConfirmed = action === 'confirm'
      const waived = isConfirmed ? waivableLosses(facts, entry, request.season).map(({ week, team }) => ({ week, team })) : []
      facts.happened += 1
      facts.waivers = [...facts.waivers, ...waived.map((loss) => ({ entry: entryId, ...loss }))]
      const confirmedFee = isConfirmed ? (rulesOf(facts, request.season).buyback?.feeCents ?? 0) : 0
      const { currency } = rulesOf(facts, request.season)
      const answered = {
        ...request,
        currency,
        status: isConfirmed ? ('confirmed' as const) : ('declined' as const),
        confirmedFee,
        waived,
      }
      facts.buybacks = facts.buybacks.map((other) => (other === request ? answered : other))
      return undefined
    },
  },
  StartSeason: {
    by: 'admin',
    refusals: (facts, { seasonYear }) => {
      if (facts.current === null) return ['no_current_week']
      const own = weeksIn(facts, seasonYear)
      const hasBegun = own.some(
        (week) => week.locks.some((lock) => !lock.isEnded) || facts.picks.some((pick) => pick.week === week.id),
      )
      if (hasBegun || facts.starts.some(({ season }) => season === seasonYear)) return ['season_started']
      const others = facts.weeks.filter(({ season }) => season !== seasonYear).map(({ season }) => season)
      const isNext = others.length > 0 && seasonYear >= Math.max(...others, ...facts.starts.map(({ season }) => season))
      return isNext ? [] : ['season_not_next']
    },
    apply: (facts, { seasonYear }) => {
      withPicksTaken(facts, () => {
        facts.rules = rulesOf(facts, currentSeason(facts))
      })
      facts.happened += 1
      facts.starts = [...facts.starts, { season: seasonYear, at: facts.happened }]
      return undefined
    },
  },
  RenewEntry: {
    by: 'member',
    refusals: (facts, { entryId, byAdmin }, context) => {
      const entry = entryOf(facts, entryId)
      if (byAdmin && !isHelper(context)) return ['forbidden']
      if (entry === undefined || (!byAdmin && !isBy(context, entry.owner))) return ['entry_not_found']
      return [
        ...(byAdmin ? [] : waitingRefusals(context)),
        ...renewRefusals(facts, entry, byAdmin && context.account?.isAdmin === true, context.now),
      ]
    },
    apply: (facts, { entryId }) => {
      const season = joiningSeason(facts)
      const entry = entryOf(facts, entryId)
      if (season === undefined || entry === undefined || joinedAt(facts, entry, season) !== null) return { seasonYear: season }
      facts.happened += 1
      const wasPaid = facts.marks.some((mark) => mark.entry === entryId)
      facts.renewals = [...facts.renewals, { entry: entryId, season, at: facts.happened, wasPaid }]
      facts.marks = facts.marks.filter((mark) => mark.entry !== entryId)
      facts.claims = facts.claims.filter((claim) => claim.entry !== entryId)
      return { seasonYear: season }
    },
  },
}

const isHelper = ({ account }: Context): boolean => account !== undefined && (account.isAdmin || account.roles.includes('helper'))

function renewRefusals(facts: Facts, entry: Entry, byAdmin: boolean, now: number): readonly string[] {
  const season = joiningSeason(facts)
  if (season === undefined || !facts.starts.some((start) => start.season === season)) return ['no_new_season']
  if (joinedAt(facts, entry, season) !== null) return []
  return [
    ...(decisionOf(facts, season) === null ? [] : ['season_decided']),
    ...(byAdmin ? [] : joiningRefusals(facts, entry.isByHand === true ? 0 : entry.owner, now)),
  ]
}

/** docs/rules.md §7.1: pool rules bind members, helpers and an admin's own entries, not what an admin does for a member. */
export function joiningRefusals(facts: Facts, owner: number, now: number, more = 0): readonly string[] {
  const season = joiningSeason(facts)
  const { maxEntriesPerMember, lateEntries } = rulesOf(facts, season)
  const own = facts.entries.filter((entry) => entry.owner === owner && entry.isByHand !== true)
  const joined = own.filter((entry) => season === undefined || joinedAt(facts, entry, season) !== null)
  return [
    ...(maxEntriesPerMember !== null && joined.length + more >= maxEntriesPerMember ? ['too_many_entries'] : []),
    ...(lateEntries !== 'allowed' && isClosedSince(facts, season, lateEntries === 'closed' ? 1 : lateEntries.untilWeek, now)
      ? ['late_entries_closed']
      : []),
    ...(season !== undefined && isTooLate(facts, season) ? ['too_late_to_join'] : []),
  ]
}

/** docs/rules.md §8.2. */
function isWeekOneClosed(facts: Facts, season: number | undefined, now: number): boolean {
  return isClosedSince(facts, season, 1, now)
}

/** docs/rules.md §7.1. */
function isClosedSince(facts: Facts, season: number | undefined, number: number, now: number): boolean {
  const first = season === undefined ? undefined : weeksIn(facts, season).find((week) => week.number >= number)
  return first !== undefined && isClosed(facts, first, now)
}

function manageRefusals(facts: Facts, entry: Entry | undefined, context: Context): readonly string[] {
  const isAdmin = context.account?.isAdmin === true
  if (entry === undefined || (!isAdmin && !isBy(context, entry.owner))) return ['entry_not_found']
  const isLate = !isAdmin && isWeekOneClosed(facts, currentSeason(facts), context.now)
  return [...(isAdmin ? [] : waitingRefusals(context)), ...(isLate ? ['week_one_locked'] : [])]
}

/** docs/rules.md §11.9. */
export function waitingRefusals({ account }: Context): readonly string[] {
  return account?.isWaiting === true ? ['waiting_for_approval'] : []
}

function isTaken(facts: Facts, owner: number, name: string, ignored?: number): boolean {
  return facts.entries.some(
    (entry) => entry.owner === owner && entry.id !== ignored && entry.name.toLowerCase() === name.toLowerCase(),
  )
}

/** docs/rules.md §8.4. */
function playerRefusals(facts: Facts, id: number): readonly string[] {
  const user = facts.users.find((other) => other.id === id)
  return user === undefined ? ['user_not_found'] : user.isWaiting ? ['player_waits'] : []
}

export function paperRefusals(facts: Facts, ids: readonly number[]): readonly string[] {
  return ids.flatMap((id) => {
    const entry = entryOf(facts, id)
    return entry === undefined ? ['entry_not_found'] : entry.isByHand === true ? [] : ['not_by_hand']
  })
}

function nameRefusals(facts: Facts, owner: number, names: readonly string[], moved: readonly Entry[]): readonly string[] {
  const others = facts.entries.filter((entry) => entry.owner === owner && !moved.includes(entry)).map(({ name }) => name)
  const all = [...others, ...names].map((name) => name.toLowerCase())
  return names.length > 0 && new Set(all).size < all.length ? ['entry_name_taken'] : []
}

export function give(facts: Facts, ids: readonly number[], owner: number, isByHand: boolean): undefined {
  // Another keeper is not named if it is the one already.
  const isGiven = (entry: Entry) => ids.includes(entry.id) && !(isByHand && entry.owner === owner)
  const given = facts.entries.filter(isGiven).map(({ id }) => id)
  if (given.length === 0) return
  facts.happened += 1
  const since = facts.happened
  facts.entries = facts.entries.map((entry) =>
    given.includes(entry.id) ? { ...entry, owner, isByHand, handedOverAt: since } : entry,
  )
  facts.rankings = facts.rankings.filter(({ entry }) => !given.includes(entry))
  facts.ballots = facts.ballots.filter(({ entry }) => !given.includes(entry))
}

export function keepsEntries(facts: Facts, id: number): boolean {
  return facts.entries.some(({ owner, isByHand }) => owner === id && isByHand === true)
}

export function addEntry(facts: Facts, owner: number, name: string, isByHand = false): void {
  facts.happened += 1
  facts.lastIds.entry += 1
  facts.entries = [...facts.entries, { id: facts.lastIds.entry, owner, name, isByHand, createdAt: facts.happened }]
}

function rename(facts: Facts, id: number, name: string): undefined {
  facts.entries = facts.entries.map((entry) => (entry.id === id ? { ...entry, name } : entry))
}

/** What an entry paid stays in the books. */
export function removeEntries(facts: Facts, isGone: (entry: Entry) => boolean): undefined {
  const gone = facts.entries.filter(isGone)
  const ids = gone.map(({ id }) => id)
  const stays = ({ entry }: { readonly entry: number }) => !ids.includes(entry)
  facts.deletedEntries = [...facts.deletedEntries, ...gone]
  facts.entries = facts.entries.filter(({ id }) => !ids.includes(id))
  facts.picks = facts.picks.filter(stays)
  facts.voidPlans = facts.voidPlans.filter(stays)
  facts.rankings = facts.rankings.filter(stays)
  facts.ballots = facts.ballots.filter(stays)
  facts.proxies = facts.proxies.filter(stays)
  facts.marks = facts.marks.filter(stays)
  facts.claims = facts.claims.filter(stays)
  if (facts.lastIds.week > 0) endBooks(facts)
}

/** Without weeks and without entries, all books end. */
export function endBooks(facts: Facts): undefined {
  if (facts.weeks.length > 0 || facts.entries.length > 0) return
  facts.money = []
  facts.payouts = []
  facts.buybacks = []
}

/** docs/rules.md §5.3: the first elimination by hand of a season counts, whether or not the entry is out already. */
function eliminate(facts: Facts, entry: Entry, season: number, context: Context): void {
  const current = weekOf(facts, facts.current ?? 0)
  const isByHand = facts.eliminations.some((other) => other.entry === entry.id && other.season === season)
  if (current === undefined || isByHand) return
  // docs/rules.md §6: an entry that survived the deciding week stays champion.
  const isBack = wipeOutsOf(facts, season).includes(current.number)
  const decision = standingOf(facts, entry, season).status === 'alive' ? decisionOf(facts, season) : null
  const since = decision === null ? current.number : Math.max(current.number, numberAfter(decision.week.number))
  const number = isBack ? numberAfter(current.number) : since
  facts.eliminations = [...facts.eliminations, { entry: entry.id, season, number }]
  remember(facts, context, { kind: 'elimination', entry: entry.id, season })
}

/** docs/rules.md §5.4. */
function reinstate(facts: Facts, entry: Entry, season: number, context: Context): void {
  if (standingOf(facts, entry, season).status === 'alive') return
  const waived = waivableLosses(facts, entry, season).map(({ week, team }) => ({ week, team }))
  const byHand = facts.eliminations.find((other) => other.entry === entry.id && other.season === season)
  facts.waivers = [...facts.waivers, ...waived.map((loss) => ({ entry: entry.id, ...loss }))]
  facts.eliminations = facts.eliminations.filter((other) => other !== byHand)
  remember(facts, context, { kind: 'reinstatement', entry: entry.id, season, waived, eliminatedIn: byHand?.number ?? null })
}

/** Deleted weeks take their games and picks with them. */
export function removeWeeks(facts: Facts, isGone: (id: number) => boolean): undefined {
  facts.weeks = facts.weeks.filter(({ id }) => !isGone(id))
  facts.votes = facts.votes.filter(({ week }) => !isGone(week))
  if (facts.vote !== null && isGone(facts.vote.week)) {
    facts.vote = null
    facts.ballots = []
  }
  facts.games = facts.games.filter(({ week }) => !isGone(week))
  facts.picks = facts.picks.filter(({ week }) => !isGone(week))
  freeRules(facts)
}
