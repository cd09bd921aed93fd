import { seasonTopic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import {
  type EntryId,
  type EventOfType,
  type EventType,
  mainContest,
  type PoolState,
  type RecordedEvent,
  setupAfter,
  type UserId,
  type WeekId,
  STANDINGS_RULES,
} from '@outlast/domain'
import { topicsAffectedByDecision } from './affected-by-decision.ts'
import { momentsAffectedByEntries } from './affected-by-moments.ts'
import { endedRequests, FOUR_EYES_RULES } from './affected-by-four-eyes.ts'
import { topicsAffectedByPick } from './affected-by-picks.ts'
import { proxiesOfEntry, proxiesWith, PROXY_RULES, topicsOfProxies } from './affected-by-proxies.ts'
import { votedWeek, voters } from './affected-by-votes.ts'
import {
  gamesByHand,
  ownersOfPicksIn,
  renumbered,
  topicsAffectedByGames,
  topicsAffectedByLock,
  topicsAffectedByReopening,
  weeksAfterDeleted,
} from './affected-by-weeks.ts'
import {
  affected,
  type AffectedTopic,
  entries,
  everyListOf,
  everyViewOf,
  everySeason,
  everyWeek,
  FORGET,
  handedOver,
  INFO,
  laterWeeks,
  PICK_COUNT,
  RESET,
  contestIds,
  users,
  weeksWithAbsent,
} from './invalidation.ts'

type Rule<T extends EventType> = (event: EventOfType<T> & RecordedEvent, before: PoolState) => readonly AffectedTopic[]

const noTopics = (): readonly AffectedTopic[] => []

/**
 * Returns the topics whose views an event changes; a topic may occur more than once. Pure.
 *
 * This table decides what stays secret: a change of a hidden pick affects its owner's topic alone, so that neither the
 * content nor the number nor the time of other messages depends on it.
 * @param before the pool before the event, which still has what the event removes
 */
export function affectedTopics(event: RecordedEvent, before: PoolState): readonly AffectedTopic[] {
  const rule = RULES[event.type] as (event: RecordedEvent, before: PoolState) => readonly AffectedTopic[]
  const isSetup = setupAfter(before.setup, event) !== before.setup
  const own = [...rule(event, before), ...topicsAffectedByDecision(event, before)]
  const affects = [...own, ...topicsOfProxies(event, before, own)]
  return [...affects, ...momentsAffectedByEntries(event, before, affects), ...(isSetup ? [affected('admin', INFO)] : [])]
}

const RULES: { readonly [T in EventType]: Rule<T> } = {
  // The first registration changes the pool for everybody: the sign-in page says until then that nobody is registered.
  UserRegistered: ({ data }, before) => [...account(data.userId), ...(before.lastIds.user === 0 ? [affected('pool', INFO)] : [])],
  UserApproved: ({ data }) => account(data.userId),
  UserProfileChanged: ({ data }, before) => {
    const own = before.entriesOfUser.get(data.userId) ?? []
    const rows = own.length === 0 ? [] : [entries(...own)]
    const isPublic = !data.fields.every(isPrivateField)
    return [
      ...account(data.userId),
      affected('admin', ...rows),
      ...(isPublic && own.length > 0 ? everySeason(before, entries(...own)) : []),
      ...(isPublic ? gamesByHand(before) : []),
      ...(isPublic ? proxiesWith(before, data.userId, false) : []),
    ]
  },
  // Earlier messages of the topic may contain picks that are sealed now.
  EmailChangedByAdmin: ({ data }) => [affected('admin', users(data.userId)), affected(userTopic(data.userId), FORGET, RESET)],
  PicksUnsealed: ({ data }) => [affected('admin', users(data.userId)), affected(userTopic(data.userId), RESET)],
  PasswordChosenByAdmin: ({ data }) => account(data.userId),
  AdminPasswordReplaced: ({ data }) => account(data.userId),
  AdminGranted: ({ data }) => account(data.userId),
  AdminRevoked: ({ data }, before) => [...account(data.userId), ...endedRequests(before)],
  RoleGiven: ({ data }) => account(data.userId),
  RoleTaken: ({ data }) => account(data.userId),
  PasswordChanged: noTopics,
  LoginsEnded: noTopics,
  SessionEnded: noTopics,
  PasskeyAdded: noTopics,
  PasskeyRemoved: noTopics,
  ProgramTokenCreated: noTopics,
  ProgramTokenRevoked: noTopics,
  ProgramTokenUsed: noTopics,
  UserDeleted: ({ data }, before) => {
    const own = before.entriesOfUser.get(data.userId) ?? []
    const gone = own.length === 0 ? [] : [FORGET, entries(...own)]
    return [
      affected(userTopic(data.userId), RESET),
      ...proxiesWith(before, data.userId, true),
      affected('admin', FORGET, users(data.userId), ...gone),
      ...own.flatMap((id) => everyListOf(before, id, PICK_COUNT)),
      ...(own.length === 0 ? [] : [...everyWeek(before, FORGET), ...everySeason(before, FORGET)]),
      ...gamesByHand(before, FORGET),
      ...(own.length === 0 ? [] : [...weeksWithAbsent(before), ...publicPot(before)]),
    ]
  },

  EntryCreated: ({ data }, before) => [...privateLists(data.userId, data.entryId), ...everyListOf(before, data.entryId)],
  EntryHandedOver: ({ data }, before) => handedOver(before, data),
  EntryRenamed: ({ data }, before) => [...privateListsOf(before, data.entryId), ...everyListOf(before, data.entryId)],
  EntryDeleted: ({ data }, before) => [
    ...proxiesOfEntry(before, data.entryId),
    ...privateListsOf(before, data.entryId),
    ...everyListOf(before, data.entryId, PICK_COUNT),
    ...weeksWithAbsent(before),
    ...publicPot(before),
  ],
  // In its own week the entry stays, without lives.
  EntryEliminatedByHand: ({ data }, before) => decidedByHand(before, data, data.weekNumber - 1),
  EntryReinstated: ({ data }, before) => decidedByHand(before, data, 0),
  // The events that undo an action come before this one and affect the other topics. Only waived losses have no event of their own.
  ActionUndone: ({ data: { action, entryId, seasonYear, weekId } }, before) => {
    const split = action === 'split' && weekId !== undefined ? before.rounds.get(weekId) : undefined
    if (split !== undefined) return [affected('pool', INFO), ...renumbered(before, split)]
    if (action !== 'reinstatement' || entryId === undefined || seasonYear === undefined) return []
    return decidedByHand(before, { entryId, seasonYear }, 0)
  },
  PaymentRecorded: ({ data }, before) => [...privateListsOf(before, data.entryId), ...publicPot(before)],
  PaymentReversed: ({ data }, before) => [...privateListsOf(before, data.entryId), ...publicPot(before)],
  BalancePaid: ({ data }, before) => [...privateListsOf(before, data.entryId), ...publicPot(before)],
  PartPaymentRecorded: ({ data }, before) => [...privateListsOf(before, data.entryId), ...publicPot(before)],
  PayoutRecorded: noTopics,
  PayoutReversed: noTopics,
  PaymentClaimed: ({ data }, before) => privateListsOf(before, data.entryId),
  PaymentClaimWithdrawn: ({ data }, before) => privateListsOf(before, data.entryId),
  PaymentClaimDeclined: ({ data }, before) => privateListsOf(before, data.entryId),
  TreasurerChanged: noTopics,

  PickSubmitted: (event, before) => topicsAffectedByPick(before, event),
  PickOverridden: (event, before) => topicsAffectedByPick(before, event),
  PickCleared: (event, before) => topicsAffectedByPick(before, event),
  PickRestored: (event, before) => topicsAffectedByPick(before, event),
  PickAssigned: (event, before) => topicsAffectedByPick(before, event),
  AssignedPickWithdrawn: (event, before) => topicsAffectedByPick(before, event),
  ...PROXY_RULES,
  RankingSet: ({ data }, before) => {
    const entry = before.entries.get(data.entryId)
    return entry === undefined ? [] : [affected(userTopic(entry.userId), entries(entry.id))]
  },
  // How many votes there are shows in no topic but the owners' own.
  SplitVoteCast: ({ data }, before) => {
    const entry = before.entries.get(data.entryId)
    return entry === undefined ? [] : [affected(userTopic(entry.userId), entries(entry.id))]
  },
  SplitVoteOpened: ({ data }) => [votedWeek(data)],
  SplitVoteEnded: ({ data }, before) => [votedWeek(data), ...voters(before)],
  SplitVoteClosed: ({ data }, before) => [votedWeek(data), ...voters(before)],
  BuybackRequested: ({ data }, before) => privateListsOf(before, data.entryId),
  BuybackConfirmed: ({ data }, before) => [
    ...privateListsOf(before, data.entryId),
    affected(seasonTopic(data.seasonYear), entries(data.entryId)),
    ...laterWeeks(before, mainContest(data.seasonYear), 0, entries(data.entryId)),
    ...publicPot(before),
  ],
  BuybackDeclined: ({ data }, before) => privateListsOf(before, data.entryId),
  BuybackWithdrawn: ({ data }, before) => privateListsOf(before, data.entryId),
  ...FOUR_EYES_RULES,
  // The owner sees it at once; the record in the audit trail is public (docs/rules.md §3.4).
  OverrideRefused: ({ data }, before) => {
    const entry = before.entries.get(data.entryId)
    return entry === undefined ? [] : [affected(userTopic(entry.userId), entries(entry.id))]
  },
  BegunGamePicked: () => [],
  // Its picks send their own rows. Together they may decide a season or make a wipe-out, which is not compared for each of them.
  PicksRandomized: ({ data }, before) => {
    const week = before.rounds.get(data.weekId)
    return week === undefined || week.locked === null ? [] : laterWeeks(before, week.contestId, 0, RESET)
  },

  WeekAdded: ({ data }, before) => {
    const split = data.splits && before.rounds.get(data.splits)
    return [
      affected('pool', INFO),
      affected(weekTopic(data.weekId), INFO),
      ...(split === undefined
        ? [affected(seasonTopic(data.seasonYear), { kind: 'weeks', ids: [data.weekId] })]
        : renumbered(before, split)),
    ]
  },
  WeekDeleted: ({ data }, before) => {
    const week = before.rounds.get(data.weekId)
    if (week === undefined) return []
    return [
      affected('pool', INFO),
      affected(weekTopic(week.id), RESET),
      affected(seasonTopic(week.contestId), RESET),
      ...weeksAfterDeleted(before, week),
      affected('admin', { kind: 'picked_closed', weekId: week.id }),
      ...ownersOfPicksIn(before, week.id),
      ...boughtBackFrom(before, week.id),
      ...(before.splitVote?.weekId === week.id ? voters(before) : []),
    ]
  },
  CurrentWeekSet: ({ data }, before) => [
    affected('pool', INFO),
    affected(weekTopic(data.weekId), INFO),
    ...(before.currentWeekId === null ? [] : [affected(weekTopic(before.currentWeekId), INFO)]),
  ],
  LockTimeChanged: ({ data }) => weekInfo(data.weekId),
  WeekLocked: ({ data }, before) => topicsAffectedByLock(before, data),
  WeekReopened: ({ data }, before) => [...topicsAffectedByReopening(before, data.weekId), ...endedRequests(before)],
  PicksOfWeekSet: ({ data }, before) => [...weekInfo(data.weekId), ...seasonsWeek(before, data.weekId)],
  IneligibleTeamsSet: ({ data }) => weekInfo(data.weekId),
  PicksUnmasked: ({ data }) => weekInfo(data.weekId),

  GamesSynced: (event, before) =>
    topicsAffectedByGames(
      before,
      event,
      event.data.games.map((game) => game.gameId),
    ),
  GameScored: (event, before) => topicsAffectedByGames(before, event, [event.data.gameId]),
  GameStatusChanged: (event, before) => topicsAffectedByGames(before, event, [event.data.gameId]),
  GameMoved: (event, before) => topicsAffectedByGames(before, event, [event.data.gameId]),
  UnreadGamesChanged: (event, before) =>
    topicsAffectedByGames(
      before,
      event,
      event.data.games.map((game) => game.gameId),
    ),
  GameFinalized: (event, before) => topicsAffectedByGames(before, event, [event.data.gameId]),
  ScoreCorrected: (event, before) => topicsAffectedByGames(before, event, [event.data.gameId]),
  GameReturnedToFeed: (event, before) => topicsAffectedByGames(before, event, [event.data.gameId]),
  WeekClosed: (event, before) => [...weekInfo(event.data.weekId), ...topicsAffectedByGames(before, event, event.data.gameIds)],
  GamesFinalizedByAdmin: (event, before) => topicsAffectedByGames(before, event, event.data.gameIds),

  // Entries without a renewal leave the lists of the season, and new entries those of earlier ones.
  SeasonStarted: ({ data }, before) => [affected('pool', INFO), ...everyViewOf(before, mainContest(data.seasonYear), RESET)],
  EntryRenewed: ({ data }, before) => [
    ...privateListsOf(before, data.entryId),
    ...everyViewOf(before, mainContest(data.seasonYear), entries(data.entryId)),
  ],

  SiteTimeSet: () => [affected('pool', INFO)],
  SiteTimeCleared: () => [affected('pool', INFO)],
  PoolRulesChanged: ({ data }, before) => [
    affected('pool', INFO),
    ...contestIds(before)
      .filter((id) => before.contests.get(id)?.rules === null)
      .flatMap((id) =>
        // In a rehearsal they may change while results count.
        STANDINGS_RULES.every((rule) => data.rules[rule] === before.rules[rule])
          ? affected(seasonTopic(id), RESET)
          : everyViewOf(before, id, RESET),
      ),
  ],
  ClubChanged: () => [affected('pool', INFO)],
  ClubhouseScreenChanged: () => [affected('pool', INFO)],
  SetupStepMarked: noTopics,
  RemindersChanged: noTopics,
  // The admins' page reads again who was reminded.
  ReminderSent: () => [affected('admin', INFO)],
  JoiningChanged: () => [affected('pool', INFO)],
  // Lists of invitations are read when an admin looks at them.
  InvitationCreated: noTopics,
  InvitationRevoked: noTopics,
  WeekSummaryChanged: ({ data }) => [affected(weekTopic(data.weekId), INFO), affected('pool', INFO)],
  // The hall of fame has the version of the pool.
  PastChampionsSet: () => [affected('pool', INFO)],
  BroadcastQueued: noTopics,
  // An admin's page reads them again (docs/api.md), because their deliveries are not in the log.
  WebhookAdded: noTopics,
  WebhookRemoved: noTopics,
  WebhookSwitched: noTopics,
  UsersAndEntriesPurged: (_event, before) => [
    affected('admin', RESET),
    ...everyWeek(before, RESET),
    ...everySeason(before, RESET),
    ...Array.from(before.users.values(), ({ id }) => affected(userTopic(id), RESET)),
  ],
  WeeksPurged: (_event, before) => [
    affected('pool', INFO),
    affected('admin', RESET),
    ...everyWeek(before, RESET),
    ...everySeason(before, RESET),
    ...Array.from(before.users.values(), ({ id }) => affected(userTopic(id), RESET)),
  ],
  EventsRedacted: noTopics,
}

/** Returns whether a field of an account appears only in the account itself, not next to its entries. */
function isPrivateField(field: string): boolean {
  return field === 'email' || field === 'mobile' || field === 'password'
}

const account = (id: UserId): AffectedTopic[] => [affected('admin', users(id)), affected(userTopic(id), INFO)]

const weekInfo = (weekId: number): AffectedTopic[] => [affected('pool', INFO), affected(weekTopic(weekId), INFO)]

const privateLists = (owner: UserId, entryId: number): AffectedTopic[] => [
  affected(userTopic(owner), entries(entryId)),
  affected('admin', entries(entryId)),
]

const seasonsWeek = (before: PoolState, weekId: WeekId): AffectedTopic[] => {
  const week = before.rounds.get(weekId)
  return week === undefined ? [] : [affected(seasonTopic(week.contestId), { kind: 'weeks', ids: [weekId] })]
}

/** Returns the topics of the owner and the admins, whose lists contain the entry. */
function privateListsOf(before: PoolState, entryId: EntryId): AffectedTopic[] {
  const entry = before.entries.get(entryId)
  return entry === undefined ? [] : privateLists(entry.userId, entryId)
}

/** Returns the topic by which pages know that the pot may have changed, if everybody sees the pot. */
const publicPot = ({ rules }: PoolState): AffectedTopic[] => (rules.potPublic ? [affected('pool', INFO)] : [])

/** Returns the lists of the entries with a request to buy back in after a week, which name it. */
function boughtBackFrom(before: PoolState, weekId: WeekId): AffectedTopic[] {
  return Array.from(before.entries.values()).flatMap(({ id, userId, buybacks }) =>
    buybacks.some(({ loss }) => loss.weekId === weekId) ? privateLists(userId, id) : [],
  )
}

type HandDecision = Pick<EventOfType<'EntryReinstated'>['data'], 'entryId' | 'seasonYear'>

/** Somebody decided whether an entry is out: its season, and the weeks after one. */
function decidedByHand(before: PoolState, { entryId, seasonYear }: HandDecision, afterWeek: number): AffectedTopic[] {
  const own = entries(entryId)
  return [
    ...privateListsOf(before, entryId),
    affected(seasonTopic(seasonYear), own),
    ...laterWeeks(before, mainContest(seasonYear), afterWeek, own),
  ]
}
