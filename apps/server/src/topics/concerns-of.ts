import { seasonTopic, type Topic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import type { EventOfType, EventType, PoolState, RecordedEvent, UserId } from '@outlast/domain'
import { type Concern, concern, entries, FORGET, INFO, PICK_COUNT, RESET, type Touch, users } from './concerns.ts'
import { entryEverywhere, everyWeek, laterWeeks, seasonYears, weeksOf } from './concerns-among.ts'
import { gameConcerns, lockConcerns, reopenConcerns } from './concerns-of-weeks.ts'
import { pickConcerns } from './concerns-of-picks.ts'

type Rule<T extends EventType> = (event: EventOfType<T> & RecordedEvent, before: PoolState) => readonly Concern[]

const nobody = (): readonly Concern[] => []

/**
 * The topics that an event concerns, and what of them it touches; a topic may stand there more than once. Pure.
 *
 * What a viewer must not know is decided here: a change of a hidden pick concerns its owner's topic alone, so that
 * neither content nor number nor time of any other message depends on it.
 * @param before the pool before the event: it still knows what the event takes away
 */
export function concernsOf(event: RecordedEvent, before: PoolState): readonly Concern[] {
  const rule = RULES[event.type] as (event: RecordedEvent, before: PoolState) => readonly Concern[]
  return rule(event, before)
}

/** The topics that an event concerns, each once. */
export function topicsOf(event: RecordedEvent, before: PoolState): readonly Topic[] {
  return [...new Set(concernsOf(event, before).map(({ topic }) => topic))]
}

const RULES: { readonly [T in EventType]: Rule<T> } = {
  UserRegistered: ({ data }) => account(data.userId),
  UserProfileChanged: ({ data }, before) => {
    const own = before.entriesOfUser.get(data.userId) ?? []
    const rows = own.length === 0 ? [] : [entries(...own)]
    const seasons = data.fields.every(isUnseen) || own.length === 0 ? [] : seasonYears(before)
    return [
      ...account(data.userId),
      concern('admin', ...rows),
      ...seasons.map((year) => concern(seasonTopic(year), entries(...own))),
    ]
  },
  AdminGranted: ({ data }) => account(data.userId),
  AdminRevoked: ({ data }) => account(data.userId),
  PasswordChanged: nobody,
  LoginsEnded: nobody,
  UserDeleted: ({ data }, before) => {
    const own = before.entriesOfUser.get(data.userId) ?? []
    const gone = own.length === 0 ? [] : [FORGET, entries(...own)]
    return [
      concern(userTopic(data.userId), RESET),
      concern('admin', FORGET, users(data.userId), ...gone),
      ...own.flatMap((id) => entryEverywhere(before, id, PICK_COUNT)),
      ...(own.length === 0 ? [] : [...everyWeek(before, FORGET), ...everySeason(before, FORGET)]),
    ]
  },

  EntryCreated: ({ data }, before) => [...ownRow(data.userId, data.entryId), ...entryEverywhere(before, data.entryId)],
  EntryRenamed: ({ data }, before) => [...entryRow(before, data.entryId), ...entryEverywhere(before, data.entryId)],
  EntryDeleted: ({ data }, before) => [...entryRow(before, data.entryId), ...entryEverywhere(before, data.entryId, PICK_COUNT)],
  EntryEliminatedByHand: ({ data }, before) => [
    ...entryRow(before, data.entryId),
    concern(seasonTopic(data.seasonYear), entries(data.entryId)),
    ...laterWeeks(before, data.seasonYear, data.weekNumber, entries(data.entryId)),
  ],
  EntryReinstated: ({ data }, before) => [
    ...entryRow(before, data.entryId),
    concern(seasonTopic(data.seasonYear), entries(data.entryId)),
    ...weeksOf(before, data.seasonYear, entries(data.entryId)),
  ],
  PaymentRecorded: ({ data }, before) => entryRow(before, data.entryId),
  PaymentReversed: ({ data }, before) => entryRow(before, data.entryId),

  PickSubmitted: (event, before) => pickConcerns(before, event),
  PickOverridden: (event, before) => pickConcerns(before, event),
  PickCleared: (event, before) => pickConcerns(before, event),
  OverrideRefused: nobody,

  WeekAdded: ({ data }) => [
    concern('pool', INFO),
    concern(weekTopic(data.weekId), INFO),
    concern(seasonTopic(data.seasonYear), { what: 'weeks', ids: [data.weekId] }),
  ],
  WeekDeleted: ({ data }, before) => {
    const week = before.weeks.get(data.weekId)
    if (week === undefined) return []
    return [
      concern('pool', INFO),
      concern(weekTopic(week.id), RESET),
      concern(seasonTopic(week.seasonYear), RESET),
      ...laterWeeks(before, week.seasonYear, week.weekNumber, RESET),
      concern('admin', { what: 'picked_closed', weekId: week.id }),
      ...pickersOf(before, week.id),
    ]
  },
  CurrentWeekSet: ({ data }, before) => [
    concern('pool', INFO),
    concern(weekTopic(data.weekId), INFO),
    ...(before.currentWeekId === null ? [] : [concern(weekTopic(before.currentWeekId), INFO)]),
  ],
  LockTimeChanged: ({ data }) => weekInfo(data.weekId),
  WeekLocked: ({ data }, before) => lockConcerns(before, data),
  WeekReopened: ({ data }, before) => reopenConcerns(before, data.weekId),
  IneligibleTeamsSet: ({ data }) => weekInfo(data.weekId),
  PicksUnmasked: ({ data }) => weekInfo(data.weekId),

  GamesSynced: (event, before) =>
    gameConcerns(
      before,
      event,
      event.data.games.map((game) => game.gameId),
    ),
  GameScored: (event, before) => gameConcerns(before, event, [event.data.gameId]),
  GameStatusChanged: (event, before) => gameConcerns(before, event, [event.data.gameId]),
  GameFinalized: (event, before) => gameConcerns(before, event, [event.data.gameId]),
  ScoreCorrected: (event, before) => gameConcerns(before, event, [event.data.gameId]),
  GamesFinalizedByAdmin: (event, before) => gameConcerns(before, event, event.data.gameIds),

  SiteTimeSet: () => [concern('pool', INFO)],
  SiteTimeCleared: () => [concern('pool', INFO)],
  PoolRulesChanged: (_event, before) => [
    concern('pool', INFO),
    ...seasonYears(before)
      .filter((year) => !before.seasonRules.has(year))
      .map((year) => concern(seasonTopic(year), RESET)),
  ],
  BroadcastQueued: nobody,
  UsersAndEntriesPurged: (_event, before) => [
    concern('admin', RESET),
    ...everyWeek(before, RESET),
    ...everySeason(before, RESET),
    ...Array.from(before.users.values(), ({ id }) => concern(userTopic(id), RESET)),
  ],
  WeeksPurged: (_event, before) => [
    concern('pool', INFO),
    concern('admin', RESET),
    ...everyWeek(before, RESET),
    ...everySeason(before, RESET),
    ...Array.from(before.users.values(), ({ id }) => concern(userTopic(id), RESET)),
  ],
  EventsRedacted: nobody,
}

/** Fields of an account that stand beside no entry in public. */
function isUnseen(field: string): boolean {
  return field === 'email' || field === 'mobile' || field === 'password'
}

const account = (id: UserId): Concern[] => [concern('admin', users(id)), concern(userTopic(id), INFO)]

const weekInfo = (weekId: number): Concern[] => [concern('pool', INFO), concern(weekTopic(weekId), INFO)]

const everySeason = (before: PoolState, touch: Touch): Concern[] =>
  seasonYears(before).map((year) => concern(seasonTopic(year), touch))

const ownRow = (owner: UserId, entryId: number): Concern[] => [
  concern(userTopic(owner), entries(entryId)),
  concern('admin', entries(entryId)),
]

/** An entry's row in its owner's and in the admin's list. */
function entryRow(before: PoolState, entryId: number): Concern[] {
  const entry = before.entries.get(entryId as never)
  return entry === undefined ? [] : ownRow(entry.userId, entryId)
}

/** The members whose picks go with a week. */
function pickersOf(before: PoolState, weekId: number): Concern[] {
  const concerns: Concern[] = []
  for (const entry of before.entries.values()) {
    if (entry.picks.some((pick) => pick.weekId === weekId)) concerns.push(concern(userTopic(entry.userId), entries(entry.id)))
  }
  return concerns
}
