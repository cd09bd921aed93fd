import { createEvent, type EventOfType } from '../events.ts'
import { type UserId, userId } from '../ids.ts'
import type { Entry, PoolState, User } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import { type Decider, accept, requireUser, requireAdmin, requireSignedInUser } from './context.ts'
import { countPicks } from './weeks.ts'

/** The first account of an empty pool becomes an admin, unless `ADMIN_EMAIL` is set (docs/rules.md §11.1). */
export const registerUser: Decider<'RegisterUser'> = (state, { emailTaken, isConfiguredAdmin }) => {
  if (emailTaken) throw new RuleViolation('email_taken')
  const id = userId(state.lastIds.user + 1)
  const isAdmin = isConfiguredAdmin ?? state.users.isEmpty()
  return { events: [createEvent('UserRegistered', { userId: id, isAdmin, origin: 'self' })], reply: { userId: id, isAdmin } }
}

export const createUser: Decider<'CreateUser'> = (state, { emailTaken }, context) => {
  requireAdmin(state, context)
  if (emailTaken) throw new RuleViolation('email_taken')
  const id = userId(state.lastIds.user + 1)
  return { events: [createEvent('UserRegistered', { userId: id, isAdmin: false, origin: 'admin' })], reply: { userId: id } }
}

export const changeProfile: Decider<'ChangeProfile'> = (state, command, context) => {
  const account = command.userId
  if (!(context.actor.kind === 'user' && context.actor.userId === account && command.isAdmin === undefined)) {
    requireAdmin(state, context)
  } else requireSignedInUser(state, context)
  const user = requireUser(state, account)
  if (command.emailTaken) throw new RuleViolation('email_taken')
  const events = []
  if (command.fields.length > 0) events.push(createEvent('UserProfileChanged', { userId: account, fields: command.fields }))
  if (command.isAdmin === true && !user.isAdmin) events.push(createEvent('AdminGranted', { userId: account }))
  if (command.isAdmin === false && user.isAdmin) {
    requireAnotherAdmin(state, account)
    events.push(createEvent('AdminRevoked', { userId: account }))
  }
  return accept(...events)
}

/** Ends all logins. The holder of a reset link acts as a visitor, because the link was the proof of identity. */
export const changePassword: Decider<'ChangePassword'> = (state, command, context) => {
  requireUser(state, command.userId)
  if (command.by === 'self' && requireSignedInUser(state, context).id !== command.userId) throw new RuleViolation('forbidden')
  return accept(createEvent('PasswordChanged', { userId: command.userId, by: command.by }))
}

export const endLogins: Decider<'EndLogins'> = (state, _command, context) =>
  accept(createEvent('LoginsEnded', { userId: requireSignedInUser(state, context).id }))

export const deleteUser: Decider<'DeleteUser'> = (state, command, context) => {
  requireAdmin(state, context)
  const user = requireUser(state, command.userId)
  if (user.isAdmin) requireAnotherAdmin(state, user.id)
  const entries = (state.entriesOfUser.get(user.id) ?? []).flatMap((id) => state.entries.get(id) ?? [])
  return accept(createEvent('UserDeleted', { userId: user.id }), ...redactNames([user], entries))
}

/** The last admin can be neither demoted nor deleted (docs/rules.md §11.2). */
function requireAnotherAdmin(state: PoolState, leaving: UserId): void {
  for (const user of state.users.values()) if (user.isAdmin && user.id !== leaving) return
  throw new RuleViolation('last_admin')
}

/** Keeps the accounts of admins, so that the club cannot lock itself out (docs/rules.md §12.1). */
export const purgeUsersAndEntries: Decider<'PurgeUsersAndEntries'> = (state, _command, context) => {
  requireAdmin(state, context)
  const leaving = [...state.users.values()].filter((user) => !user.isAdmin)
  const entries = [...state.entries.values()]
  const counts = { users: leaving.length, entries: entries.length, picks: countPicks(state) }
  if (leaving.length === 0 && entries.length === 0) return { events: [], reply: counts }
  const leavingIds = new Set(leaving.map((user) => user.id))
  const leavingEntries = entries.filter((entry) => leavingIds.has(entry.userId))
  return { events: [createEvent('UsersAndEntriesPurged', counts), ...redactNames(leaving, leavingEntries)], reply: counts }
}

/** Records that the names of the owners' current and former entries leave the log (docs/rules.md §11.5). */
function redactNames(owners: readonly User[], entries: readonly Entry[]): readonly EventOfType<'EventsRedacted'>[] {
  const positionsByOwner = new Map(owners.map((user) => [user.id, [...user.formerNamePositions]]))
  for (const entry of entries) positionsByOwner.get(entry.userId)?.push(...entry.namePositions)
  const sorted = [...positionsByOwner].sort(([a], [b]) => a - b)
  return sorted.flatMap(([id, positions]) =>
    positions.length === 0 ? [] : [createEvent('EventsRedacted', { userId: id, positions: positions.sort((a, b) => a - b) })],
  )
}
