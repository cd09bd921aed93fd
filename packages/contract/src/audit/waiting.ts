import { type EventData, type Instant, lapsesAt, parseTeam, type PoolState, waitingActions, weekLabel } from '@outlast/domain'
import type { Waiting } from '../rest/admin/waiting.ts'
import { describeAsked } from './audit-admin-actions.ts'
import { nameEntry } from './audit-words.ts'

/** @param nameOf the name of an account; undefined if it is gone */
export function toWaiting(pool: PoolState, now: Instant, nameOf: (userId: number) => string | undefined): Waiting {
  const actions = waitingActions(pool, now).map((action) => {
    const { id: actionId, askedBy, askedAt, why, command } = action
    return {
      id: actionId,
      asked_by: { id: askedBy, name: nameOf(askedBy) ?? '' },
      asked_at: askedAt,
      lapses_at: lapsesAt(action),
      why,
      command: command.type,
      what: describeRequest(pool, action),
      team_abbr: command.type === 'OverridePick' ? (parseTeam(command.data.team) ?? null) : null,
      reason: 'reason' in command.data ? (command.data.reason ?? null) : null,
    }
  })
  return { four_eyes: pool.fourEyes, actions }
}

/** What was asked for, to follow “to”. */
export function describeRequest(
  { entries, rounds }: PoolState,
  { command, entryId, weekId }: Pick<EventData['ActionRequested'], 'command' | 'entryId' | 'weekId'>,
): string {
  const week = weekId === undefined ? undefined : rounds.get(weekId)
  return describeAsked(command.type, {
    entry: nameEntry((entryId === undefined ? undefined : entries.get(entryId)?.name) ?? null),
    week: week === undefined ? 'a week that is gone' : `week ${weekLabel(week.weekNumber)} of ${week.seasonYear}`,
  })
}
