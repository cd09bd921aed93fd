import type { RecordedEvent } from '../events/events.ts'
import { combine } from './combine.ts'
import { pickAt, withPick } from '../state/entry-picks.ts'
import { amendEntry, clearPick, newEntry, patchEntry, putPick, putRanking, restorePick, unwaiveLosses } from './entries.ts'
import { endLogins, type Handlers, patchRound, patchSchedule, patchUser } from './patches.ts'
import { FOUR_EYES_HANDLERS } from './four-eyes.ts'
import { applyGameEvent } from './games.ts'
import { lockWeek, reopenWeek } from './locks.ts'
import { cutSplitVoteShort, endSplitVote, SPLIT_VOTE_HANDLERS } from './split-votes.ts'
import { endProxiesBy, PROXY_HANDLERS } from './proxies.ts'
import { addRound, rejoinRound, removeRound } from './rounds.ts'
import { changeRules } from './rules.ts'
import { type ContestId, type EntryId, mainContest, parsePickId, type Position } from '../values/ids.ts'
import { lastActionAfter } from './last-action.ts'
import { BUYBACK_HANDLERS } from './buybacks.ts'
import { leaveOwner, OWNER_HANDLERS } from './owners.ts'
import { closeAccount, endBooks, endClaim, MONEY_HANDLERS } from './money.ts'
import { instantFromMs, instantToMs } from '../values/instant.ts'
import { ROLE_NAMES } from '../values/roles.ts'
import { setupAfter } from '../state/setup.ts'
import { type AssignedTeam, changesNames, entriesOf, type Entry, type PoolState, type User } from '../state/state.ts'

/** Longer than any token is valid. */
const MAX_TOKEN_MS = 31 * 24 * 3_600_000

/**
 * Applies one event to the state, in place. It never rejects an event, because the log is the source of truth. Events about something
 * that no longer exists (after a purge, for example) change nothing.
 */
export function evolve(state: PoolState, event: RecordedEvent): void {
  const handler = HANDLERS[event.type] as (state: PoolState, event: RecordedEvent) => void
  const lastAction = lastActionAfter(state, event)
  handler(state, event)
  state.lastAction = lastAction
  state.setup = setupAfter(state.setup, event)
  state.position = event.position
}

/** Returns what an event commits to of a person's names. */
function namesOf({ nameCommitment: commitment }: { readonly nameCommitment?: string }, position: Position): Pick<User, 'names'> {
  return commitment === undefined ? {} : { names: { commitment, position } }
}

const OTHER_HANDLERS = {
  UserRegistered: (state, { data, position, recordedAt }) => {
    state.lastIds.user = Math.max(state.lastIds.user, data.userId)
    state.users.set(data.userId, {
      id: data.userId,
      isAdmin: data.isAdmin,
      tokenVersion: 1,
      createdAt: recordedAt,
      loginsSince: recordedAt,
      passwordChosenByAdmin: false,
      isWaiting: data.waiting === true,
      ...namesOf(data, position),
      formerNamePositions: [],
    })
    state.hadAdmin ||= data.isAdmin
    const invitation = data.invitationId === undefined ? undefined : state.invitations.get(data.invitationId)
    if (invitation !== undefined) state.invitations.set(invitation.id, { ...invitation, uses: invitation.uses + 1 })
  },
  UserApproved: (state, { data }) => patchUser(state, data.userId, () => ({ isWaiting: false })),
  UserProfileChanged: (state, { data, position }) => {
    const user = state.users.get(data.userId)
    if (user === undefined) return
    const { names, ...others } = user
    // A server of an earlier version changes names without a commitment to the new ones.
    const kept = names === undefined || changesNames(data.fields) ? {} : { names }
    state.users.set(user.id, { ...others, ...kept, ...namesOf(data, position) })
  },
  EmailChangedByAdmin: (state, { data, position, recordedAt }) => {
    endLogins(state, data.userId, recordedAt)
    state.seals.set(data.userId, { before: position, since: recordedAt, until: data.sealedUntil })
  },
  PicksUnsealed: (state, { data }) => state.seals.delete(data.userId),
  AdminGranted: (state, { data }) => {
    patchUser(state, data.userId, () => ({ isAdmin: true, isWaiting: false }))
    state.hadAdmin = true
  },
  RoleGiven: (state, { data }) =>
    patchUser(state, data.userId, ({ roles = [] }) => ({
      roles: ROLE_NAMES.filter((role) => role === data.role || roles.includes(role)),
    })),
  RoleTaken: (state, { data }) =>
    patchUser(state, data.userId, ({ roles = [] }) => ({ roles: roles.filter((role) => role !== data.role) })),
  PasswordChosenByAdmin: (state, { data }) => patchUser(state, data.userId, () => ({ passwordChosenByAdmin: true })),
  AdminPasswordReplaced: (state, { data }) => patchUser(state, data.userId, () => ({ passwordChosenByAdmin: false })),
  PasswordChanged: (state, { data, recordedAt }) => endLogins(state, data.userId, recordedAt),
  LoginsEnded: (state, { data, recordedAt }) => endLogins(state, data.userId, recordedAt),
  SessionEnded: (state, { data, recordedAt }) =>
    patchUser(state, data.userId, ({ endedSessions = [] }) => {
      const expired = instantFromMs(instantToMs(recordedAt) - MAX_TOKEN_MS)
      return { endedSessions: [...endedSessions.filter(({ at }) => at > expired), { id: data.sessionId, at: recordedAt }] }
    }),
  PasskeyAdded: () => {},
  PasskeyRemoved: () => {},
  ProgramTokenCreated: (state, { data, position, recordedAt }) =>
    patchUser(state, data.userId, ({ programTokens = [] }) => {
      const { userId: _owner, ...token } = data
      return { programTokens: [...programTokens, { id: position, ...token, createdAt: recordedAt, used: {} }] }
    }),
  ProgramTokenRevoked: (state, { data }) =>
    patchUser(state, data.userId, ({ programTokens = [] }) => ({
      programTokens: programTokens.filter(({ id }) => id !== data.tokenId),
    })),
  ProgramTokenUsed: (state, { data, recordedAt }) =>
    patchUser(state, data.userId, ({ programTokens = [] }) => ({
      programTokens: programTokens.map((token) =>
        token.id === data.tokenId ? { ...token, used: { ...token.used, [data.scope]: recordedAt } } : token,
      ),
    })),
  UserDeleted: (state, event) => {
    const { data } = event
    for (const { id } of entriesOf(state, data.userId)) removeEntry(state, id, event)
    state.entriesOfUser.delete(data.userId)
    state.users.delete(data.userId)
    state.seals.delete(data.userId)
    endProxiesBy(state, data.userId)
  },

  EntryCreated: (state, event) => {
    const { entryId, userId } = event.data
    state.lastIds.entry = Math.max(state.lastIds.entry, entryId)
    state.entries.set(entryId, newEntry(event))
    state.entriesOfUser.set(userId, [...(state.entriesOfUser.get(userId) ?? []), entryId])
  },
  EntryRenamed: (state, event) =>
    amendEntry(state, event, (entry) => ({ name: event.data.name, namePositions: [...entry.namePositions, event.position] })),
  EntryDeleted: (state, event) => removeEntry(state, event.data.entryId, event),
  EntryEliminatedByHand: (state, event) => {
    const contestId = mainContest(event.data.seasonYear)
    amendEntry(state, event, (entry) => ({
      eliminatedByHand: [...eliminationsInOtherContests(entry, contestId), { contestId, weekNumber: event.data.weekNumber }],
    }))
  },
  EntryReinstated: (state, event) =>
    amendEntry(state, event, (entry) => ({
      eliminatedByHand: eliminationsInOtherContests(entry, mainContest(event.data.seasonYear)),
      waivedLosses: [...entry.waivedLosses, ...event.data.forgiven],
    })),
  ActionUndone: (state, event) => {
    unwaiveLosses(state, event)
    rejoinRound(state, event)
  },

  PickSubmitted: putPick,
  PickOverridden: putPick,
  PickAssigned: putPick,
  PickCleared: clearPick,
  PickRestored: restorePick,
  AssignedPickWithdrawn: (state, { data, position }) =>
    patchEntry(state, data.entryId, (entry) => {
      const { slot } = parsePickId(data.pickId)
      const isReplaced = pickAt(entry, data.weekId, slot)?.assignedBy === null
      const isOwn = (gift: AssignedTeam) => gift.weekId === data.weekId && gift.slot === slot
      const assigned = entry.assigned.map((gift) => (isOwn(gift) ? { ...gift, withdrawn: position } : gift))
      return isReplaced ? { assigned } : { assigned, picks: withPick(entry, data.weekId, slot) }
    }),
  RankingSet: putRanking,

  WeekAdded: addRound,
  WeekDeleted: removeRound,
  CurrentWeekSet: (state, { data }) => {
    state.currentWeekId = data.weekId
  },
  LockTimeChanged: (state, event) => {
    const { lockTime, automatic } = event.data
    cutSplitVoteShort(state, event)
    patchRound(state, event.data.weekId, () => ({ lockTime, lockIsAutomatic: automatic, version: event.position }))
  },
  WeekLocked: lockWeek,
  WeekReopened: reopenWeek,
  PicksOfWeekSet: (state, { data, position }) => patchRound(state, data.weekId, () => ({ picks: data.picks, version: position })),
  IneligibleTeamsSet: (state, { data, position }) =>
    patchRound(state, data.weekId, () => ({ ineligibleTeams: data.teams, version: position })),
  PicksUnmasked: (state, { data, position, metadata }) =>
    patchRound(state, data.weekId, () => ({
      unmasked: true,
      unmaskReason: metadata.reason ?? null,
      version: position,
    })),

  GamesSynced: (state, event) => {
    for (const { gameId } of event.data.games) state.lastIds.game = Math.max(state.lastIds.game, gameId)
    applyGameEvent(state, event)
  },
  GameScored: applyGameEvent,
  GameStatusChanged: applyGameEvent,
  GameReturnedToFeed: applyGameEvent,
  WeekClosed: (state, event) => {
    applyGameEvent(state, event)
    patchRound(state, event.data.weekId, () => ({ version: event.position }))
  },
  GameMoved: applyGameEvent,
  UnreadGamesChanged: applyGameEvent,
  GameFinalized: applyGameEvent,
  ScoreCorrected: (state, event) => {
    applyGameEvent(state, event)
    patchSchedule(state, event.data.weekId, ({ corrections }) => ({ corrections: corrections + 1 }))
  },
  GamesFinalizedByAdmin: applyGameEvent,

  SeasonStarted: (state, { data: { seasonYear }, position }) => {
    state.seasonStarts = [...state.seasonStarts, { seasonYear, position }]
  },
  EntryRenewed: (state, event) => {
    amendEntry(state, event, ({ renewals, payment }) => ({
      renewals: [
        ...renewals,
        { seasonYear: event.data.seasonYear, position: event.position, at: event.recordedAt, earlierPayment: payment },
      ],
      payment: null,
    }))
    endClaim(state, event.data.entryId)
  },

  SiteTimeSet: (state, { data, recordedAt }) => {
    state.siteClock = data.running
      ? { mode: 'running', at: data.siteTime, since: recordedAt }
      : { mode: 'frozen', at: data.siteTime }
  },
  SiteTimeCleared: (state) => {
    state.siteClock = { mode: 'real' }
  },
  PoolRulesChanged: (state, { data }) => changeRules(state, data.rules),
  ClubhouseScreenChanged: (state, { data }) => {
    state.clubhouseScreen = data
  },
  ClubChanged: (state, { data }) => {
    state.club = { ...data, crest: data.crest ?? null, showsOdds: data.showsOdds ?? true }
  },
  // The marks follow from `setupAfter`.
  SetupStepMarked: () => {},
  JoiningChanged: (state, { data }) => {
    state.joining = data.mode
  },
  InvitationCreated: (state, { data }) => {
    const { invitationId: id, maxUses, expiresAt } = data
    state.lastIds.invitation = Math.max(state.lastIds.invitation, id)
    state.invitations.set(id, { id, uses: 0, maxUses, expiresAt })
  },
  InvitationRevoked: (state, { data }) => state.invitations.delete(data.invitationId),
  OverrideRefused: (state, { data, position, recordedAt }) =>
    patchEntry(state, data.entryId, () => ({ refusedOverride: { position, weekId: data.weekId, at: recordedAt } })),
  BegunGamePicked: () => {},
  PicksRandomized: () => {},
  RemindersChanged: (state, { data }) => {
    state.reminders = { ...state.reminders, ...data }
  },
  ReminderSent: (state, { data, recordedAt }) => {
    if (data.offset === 'manual') state.reminders = { ...state.reminders, lastManualAt: recordedAt }
  },
  WeekSummaryChanged: (state, { data: { weekId, digest, isPinned } }) => {
    patchRound(state, weekId, () => ({ summaryDigest: digest }))
    if (isPinned) state.pinnedSummary = weekId
    else if (state.pinnedSummary === weekId) state.pinnedSummary = null
  },
  PastChampionsSet: () => {},
  BroadcastQueued: () => {},
  WebhookAdded: () => {},
  WebhookRemoved: () => {},
  WebhookSwitched: () => {},
  UsersAndEntriesPurged: (state, event) => {
    for (const entry of state.entries.values()) {
      rememberNames(state, entry)
      closeAccount(state, entry, event)
    }
    if (state.rounds.isEmpty()) endBooks(state, event)
    state.entries.clear()
    state.entriesOfUser.clear()
    state.requestedBuybacks.clear()
    state.paymentClaims.clear()
    for (const map of [state.splitBallots, state.proxies]) map.clear()
    const gone = [...state.users.values()].filter((user) => !user.isAdmin)
    for (const user of gone) {
      state.users.delete(user.id)
      state.seals.delete(user.id)
    }
  },
  WeeksPurged: (state, event) => {
    if (state.entries.isEmpty()) endBooks(state, event)
    state.rounds.clear()
    state.schedule.clear()
    state.contests.clear()
    endSplitVote(state)
    state.currentWeekId = null
    state.pinnedSummary = null
  },
  EventsRedacted: () => {},
} satisfies Partial<Handlers>

const HANDLERS: Handlers = combine([
  OTHER_HANDLERS,
  OWNER_HANDLERS,
  MONEY_HANDLERS,
  BUYBACK_HANDLERS,
  SPLIT_VOTE_HANDLERS,
  FOUR_EYES_HANDLERS,
  PROXY_HANDLERS,
])

function eliminationsInOtherContests(entry: Entry, contestId: ContestId): Entry['eliminatedByHand'] {
  return entry.eliminatedByHand.filter((elimination) => elimination.contestId !== contestId)
}

const rememberNames = (state: PoolState, { userId, namePositions }: Entry): void =>
  patchUser(state, userId, (user) => ({ formerNamePositions: [...user.formerNamePositions, ...namePositions] }))

/** Whether the pool had weeks and has none any more. */
const hadWeeks = (state: PoolState): boolean => state.rounds.isEmpty() && state.lastIds.week > 0

function removeEntry(state: PoolState, id: EntryId, event: RecordedEvent): void {
  const entry = state.entries.get(id)
  if (entry === undefined) return
  rememberNames(state, entry)
  closeAccount(state, entry, event)
  if (state.entries.count() === 1 && hadWeeks(state)) endBooks(state, event)
  state.entries.delete(id)
  state.requestedBuybacks.delete(id)
  state.paymentClaims.delete(id)
  for (const map of [state.splitBallots, state.proxies]) map.delete(id)
  leaveOwner(state, entry)
}
