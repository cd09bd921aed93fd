import type { EventOfType, EventType, PoolEvent, RecordedEvent } from './events.ts'
import {
  amendEntry,
  budgetAfter,
  newEntry,
  patchEntry,
  putBuyback,
  putPick,
  putRanking,
  unwaiveLosses,
} from './evolve-entries.ts'
import { endLogins, patchUser, patchWeek } from './evolve-patches.ts'
import { evolveGames } from './evolve-games.ts'
import { freezeSeasonRules, unfreezeRulesWithoutLock } from './evolve-rules.ts'
import type { EntryId, WeekId } from './ids.ts'
import { lastActionAfter } from './last-action.ts'
import { closeAccount, MONEY_HANDLERS, post } from './evolve-money.ts'
import { instantFromMs, instantToMs } from './instant.ts'
import { setupAfter } from './setup.ts'
import { type Entry, hasMembersPick, type PoolState } from './state.ts'

/** Longer than any token is valid. */
const MAX_TOKEN_MS = 31 * 24 * 3_600_000

type Handler<T extends EventType> = (state: PoolState, event: EventOfType<T> & RecordedEvent) => void

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

const HANDLERS: { readonly [T in EventType]: Handler<T> } = {
  UserRegistered: (state, { data }) => {
    state.lastIds.user = Math.max(state.lastIds.user, data.userId)
    state.users.set(data.userId, {
      id: data.userId,
      isAdmin: data.isAdmin,
      tokenVersion: 1,
      passwordChosenByAdmin: false,
      isWaiting: data.waiting === true,
      formerNamePositions: [],
    })
    state.hadAdmin ||= data.isAdmin
    const invitation = data.invitationId === undefined ? undefined : state.invitations.get(data.invitationId)
    if (invitation !== undefined) state.invitations.set(invitation.id, { ...invitation, uses: invitation.uses + 1 })
  },
  UserApproved: (state, { data }) => patchUser(state, data.userId, () => ({ isWaiting: false })),
  UserProfileChanged: () => {},
  EmailChangedByAdmin: (state, { data, position, recordedAt }) => {
    endLogins(state, data.userId)
    state.seals.set(data.userId, { before: position, since: recordedAt, until: data.sealedUntil })
  },
  PicksUnsealed: (state, { data }) => state.seals.delete(data.userId),
  AdminGranted: (state, { data }) => {
    patchUser(state, data.userId, () => ({ isAdmin: true, isWaiting: false }))
    state.hadAdmin = true
  },
  AdminRevoked: (state, { data }) => patchUser(state, data.userId, () => ({ isAdmin: false })),
  PasswordChosenByAdmin: (state, { data }) => patchUser(state, data.userId, () => ({ passwordChosenByAdmin: true })),
  AdminPasswordReplaced: (state, { data }) => patchUser(state, data.userId, () => ({ passwordChosenByAdmin: false })),
  PasswordChanged: (state, { data }) => endLogins(state, data.userId),
  LoginsEnded: (state, { data }) => endLogins(state, data.userId),
  SessionEnded: (state, { data, recordedAt }) =>
    patchUser(state, data.userId, ({ endedSessions = [] }) => {
      const expired = instantFromMs(instantToMs(recordedAt) - MAX_TOKEN_MS)
      return { endedSessions: [...endedSessions.filter(({ at }) => at > expired), { id: data.sessionId, at: recordedAt }] }
    }),
  PasskeyAdded: () => {},
  PasskeyRemoved: () => {},
  UserDeleted: (state, event) => {
    const { data } = event
    for (const id of state.entriesOfUser.get(data.userId) ?? []) removeEntry(state, id, event)
    state.entriesOfUser.delete(data.userId)
    state.users.delete(data.userId)
    state.seals.delete(data.userId)
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
    const { seasonYear, weekNumber } = event.data
    amendEntry(state, event, (entry) => ({
      eliminatedByHand: [...eliminationsInOtherSeasons(entry, seasonYear), { seasonYear, weekNumber }],
    }))
  },
  EntryReinstated: (state, event) =>
    amendEntry(state, event, (entry) => ({
      eliminatedByHand: eliminationsInOtherSeasons(entry, event.data.seasonYear),
      waivedLosses: [...entry.waivedLosses, ...event.data.forgiven],
    })),
  ActionUndone: unwaiveLosses,
  ...MONEY_HANDLERS,

  PickSubmitted: putPick,
  PickOverridden: putPick,
  PickAssigned: putPick,
  PickCleared: (state, event) => {
    const { data } = event
    const lock = state.weeks.get(data.weekId)?.locked?.position
    patchEntry(state, data.entryId, (entry) => ({
      picks: entry.picks.filter((pick) => pick.weekId !== data.weekId),
      pickBudgetFullAt: budgetAfter(entry, event),
      // A pick that is removed after the lock counts as missed (docs/rules.md §3.5).
      missedWeeks: lock === undefined ? entry.missedWeeks : [...entry.missedWeeks, { weekId: data.weekId, lock }],
    }))
  },

  AssignedPickWithdrawn: (state, { data }) =>
    patchEntry(state, data.entryId, (entry) => ({ picks: entry.picks.filter((pick) => pick.weekId !== data.weekId) })),
  RankingSet: putRanking,

  BuybackRequested: (state, event) => putBuyback(state, event, 'requested'),
  BuybackConfirmed: (state, event) => {
    const { data } = event
    putBuyback(state, event, 'confirmed', data.feeCents)
    post(state, event, { kind: 'buyback', cents: data.feeCents, waived: data.waived }, data.seasonYear)
    patchEntry(state, data.entryId, (entry) => ({ waivedLosses: [...entry.waivedLosses, ...data.waived] }))
  },
  BuybackDeclined: (state, event) => putBuyback(state, event, 'declined'),
  BuybackWithdrawn: (state, event) => putBuyback(state, event, 'withdrawn'),

  WeekAdded: (state, { data, position, recordedAt }) => {
    state.lastIds.week = Math.max(state.lastIds.week, data.weekId)
    state.weeks.set(data.weekId, {
      id: data.weekId,
      seasonYear: data.seasonYear,
      weekNumber: data.weekNumber,
      lockTime: data.lockTime,
      lockIsAutomatic: true,
      locked: null,
      ineligibleTeams: [],
      unmasked: false,
      unmaskReason: null,
      reopenings: 0,
      reopenedAfterReveal: false,
      games: [],
      corrections: 0,
      summaryDigest: null,
      createdAt: recordedAt,
      version: position,
    })
  },
  WeekDeleted: (state, { data }) => {
    const week = state.weeks.get(data.weekId)
    state.weeks.delete(data.weekId)
    if (state.pinnedSummary === data.weekId) state.pinnedSummary = null
    if (week !== undefined) unfreezeRulesWithoutLock(state, week.seasonYear)
  },
  CurrentWeekSet: (state, { data }) => {
    state.currentWeekId = data.weekId
  },
  LockTimeChanged: (state, { data, position }) =>
    patchWeek(state, data.weekId, () => ({
      lockTime: data.lockTime,
      lockIsAutomatic: data.automatic,
      version: position,
    })),
  WeekLocked: (state, { data, position, siteTime }) => {
    patchWeek(state, data.weekId, () => ({
      locked: { position, at: siteTime, merkleRoot: data.merkleRoot, revealedMembersPick: hasMembersPick(state, data.weekId) },
      version: position,
    }))
    for (const id of data.missed) {
      patchEntry(state, id, (entry) => ({ missedWeeks: [...entry.missedWeeks, { weekId: data.weekId, lock: position }] }))
    }
    freezeSeasonRules(state, data.weekId)
  },
  WeekReopened: (state, { data, position }) => {
    patchWeek(state, data.weekId, (week) => ({
      locked: null,
      reopenings: week.reopenings + 1,
      reopenedAfterReveal: week.reopenedAfterReveal || data.marked,
      games: data.resultsWait === true ? week.games.map((game) => ({ ...game, finalByAdmin: false })) : week.games,
      version: position,
    }))
    const week = state.weeks.get(data.weekId)
    if (week !== undefined) unfreezeRulesWithoutLock(state, week.seasonYear)
  },
  IneligibleTeamsSet: (state, { data, position }) =>
    patchWeek(state, data.weekId, () => ({ ineligibleTeams: data.teams, version: position })),
  PicksUnmasked: (state, { data, position, metadata }) =>
    patchWeek(state, data.weekId, () => ({
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
  GameFinalized: applyGameEvent,
  ScoreCorrected: (state, event) => {
    applyGameEvent(state, event)
    patchWeek(state, event.data.weekId, ({ corrections }) => ({ corrections: corrections + 1 }))
  },
  GamesFinalizedByAdmin: applyGameEvent,

  SeasonStarted: (state, { data: { seasonYear }, position }) => {
    state.seasonStarts = [...state.seasonStarts, { seasonYear, position }]
  },
  EntryRenewed: (state, event) =>
    amendEntry(state, event, ({ renewals, payment }) => ({
      renewals: [
        ...renewals,
        { seasonYear: event.data.seasonYear, position: event.position, at: event.recordedAt, earlierPayment: payment },
      ],
      payment: null,
      paymentClaim: null,
    })),

  SiteTimeSet: (state, { data, recordedAt }) => {
    state.siteClock = data.running
      ? { mode: 'running', at: data.siteTime, since: recordedAt }
      : { mode: 'frozen', at: data.siteTime }
  },
  SiteTimeCleared: (state) => {
    state.siteClock = { mode: 'real' }
  },
  PoolRulesChanged: (state, { data }) => {
    state.rules = data.rules
  },
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
  OverrideRefused: () => {},
  PicksRandomized: () => {},
  RemindersChanged: (state, { data }) => {
    state.reminders = { ...state.reminders, ...data }
  },
  ReminderSent: (state, { data, recordedAt }) => {
    if (data.offset === 'manual') state.reminders = { ...state.reminders, lastManualAt: recordedAt }
  },
  WeekSummaryChanged: (state, { data: { weekId, digest, isPinned } }) => {
    patchWeek(state, weekId, () => ({ summaryDigest: digest }))
    if (isPinned) state.pinnedSummary = weekId
    else if (state.pinnedSummary === weekId) state.pinnedSummary = null
  },
  BroadcastQueued: () => {},
  WebhookAdded: () => {},
  WebhookRemoved: () => {},
  WebhookSwitched: () => {},
  UsersAndEntriesPurged: (state, event) => {
    for (const entry of state.entries.values()) {
      rememberNames(state, entry)
      closeAccount(state, entry, event)
    }
    state.entries.clear()
    state.entriesOfUser.clear()
    state.requestedBuybacks.clear()
    const gone = [...state.users.values()].filter((user) => !user.isAdmin)
    for (const user of gone) {
      state.users.delete(user.id)
      state.seals.delete(user.id)
    }
  },
  WeeksPurged: (state) => {
    state.weeks.clear()
    state.seasonRules.clear()
    state.currentWeekId = null
    state.pinnedSummary = null
  },
  EventsRedacted: () => {},
}

/** All event types. */
export const EVENT_TYPES = Object.keys(HANDLERS) as readonly EventType[]

function eliminationsInOtherSeasons(entry: Entry, seasonYear: number): Entry['eliminatedByHand'] {
  return entry.eliminatedByHand.filter((elimination) => elimination.seasonYear !== seasonYear)
}

function applyGameEvent(state: PoolState, event: PoolEvent & { readonly data: { readonly weekId: WeekId } }): void {
  patchWeek(state, event.data.weekId, (week) => ({ games: evolveGames(week, [event]) }))
}

function rememberNames(state: PoolState, { userId, namePositions }: Entry): void {
  patchUser(state, userId, (user) => ({ formerNamePositions: [...user.formerNamePositions, ...namePositions] }))
}

function removeEntry(state: PoolState, id: EntryId, event: RecordedEvent): void {
  const entry = state.entries.get(id)
  if (entry === undefined) return
  rememberNames(state, entry)
  closeAccount(state, entry, event)
  state.entries.delete(id)
  state.requestedBuybacks.delete(id)
  const rest = (state.entriesOfUser.get(entry.userId) ?? []).filter((other) => other !== id)
  state.entriesOfUser.set(entry.userId, rest)
}
