import { createEvent, type EventOfType } from '../events/events.ts'
import { type UserId, userId } from '../values/ids.ts'
import { entriesOf, type Entry, type PoolState, type User } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import { sealEnd } from '../state/seal.ts'
import { powersOf, ROLE_NAMES } from '../values/roles.ts'
import { type Decider, accept, committedNames, isActor, requirePower, requireUser, requireSignedInUser } from './context.ts'
import { requireMayJoin } from './joining.ts'
import { handedTo, keepsEntries, requireKeepsNothing, requirePaperEntries } from './paper-entries.ts'
import { countPicks } from './weeks.ts'

/** Only a pool that never had an admin gets one through a registration (docs/rules.md §11.1). */
export const registerUser: Decider<'RegisterUser'> = (state, { emailTaken, adminGrant, invitationId, names }, context) => {
  if (adminGrant === 'setup_link' && state.hadAdmin) throw new RuleViolation('setup_link_used')
  // Decides before the address is looked at: a visitor who may not register learns nothing about accounts.
  const joining = requireMayJoin(state, invitationId, context)
  if (emailTaken) throw new RuleViolation('email_taken')
  const id = userId(state.lastIds.user + 1)
  const isAdmin = adminGrant === 'setup_link' || (adminGrant === 'first_account' && state.users.isEmpty())
  const committed = committedNames(context, id, names)
  const registered = createEvent('UserRegistered', { userId: id, isAdmin, origin: 'self', ...joining, ...committed })
  return { events: [registered], reply: { userId: id, isAdmin } }
}

/** The holder of the mailed link acts as a visitor, because the link was the proof. */
export const claimAdmin: Decider<'ClaimAdmin'> = (state, command) => {
  if (!state.users.has(command.userId) || state.hadAdmin) throw new RuleViolation('admin_link_invalid')
  return accept(createEvent('AdminGranted', { userId: command.userId }))
}

export const createUser: Decider<'CreateUser'> = (state, { emailTaken, hasPassword, names, takesOver = [] }, context) => {
  if (emailTaken) throw new RuleViolation('email_taken')
  const entries = requirePaperEntries(state, takesOver)
  const id = userId(state.lastIds.user + 1)
  const registered = createEvent('UserRegistered', {
    userId: id,
    isAdmin: false,
    origin: 'admin',
    ...committedNames(context, id, names),
  })
  const chosen = hasPassword ? [createEvent('PasswordChosenByAdmin', { userId: id })] : []
  return { events: [registered, ...chosen, ...handedTo(id, entries, false)], reply: { userId: id } }
}

export const changeProfile: Decider<'ChangeProfile'> = (state, command, context) => {
  const account = command.userId
  const isOwn = isActor(context, account)
  const handsOver = command.handsOver === true
  const isAdmin = handsOver ? true : command.isAdmin
  const isAboutRights = isAdmin !== undefined || command.roles !== undefined
  if (isOwn && !isAboutRights) requireSignedInUser(state, context)
  else requirePower(state, context, isAboutRights ? 'pool' : 'people')
  const user = requireUser(state, account)
  // Whoever changes an address can sign in through it, so nobody reaches more than their own powers that way.
  if (!isOwn) for (const power of powersOf(user)) requirePower(state, context, power)
  if (command.emailTaken) throw new RuleViolation('email_taken')
  const events = []
  if (command.fields.length > 0) {
    const committed = committedNames(context, account, command.names)
    events.push(createEvent('UserProfileChanged', { userId: account, fields: command.fields, ...committed }))
  }
  if (!isOwn && command.fields.includes('email')) {
    events.push(createEvent('EmailChangedByAdmin', { userId: account, sealedUntil: sealEnd(context.now) }))
  }
  if (isAdmin === true && !user.isAdmin) events.push(createEvent('AdminGranted', { userId: account }))
  if (isAdmin === false && user.isAdmin) {
    requireAnotherAdmin(state, account)
    events.push(createEvent('AdminRevoked', { userId: account }))
  }
  // Whoever hands over is no admin any more, and somebody else is one.
  if (handsOver && !isOwn && context.actor.kind === 'user')
    events.push(createEvent('AdminRevoked', { userId: context.actor.userId }))
  for (const role of ROLE_NAMES) {
    const has = user.roles?.includes(role) === true
    const shall = command.roles?.includes(role) ?? has
    if (shall !== has) events.push(createEvent(shall ? 'RoleGiven' : 'RoleTaken', { userId: account, role }))
  }
  return accept(...events)
}

/** An account that has a commitment keeps it: a second one to other names would hide that somebody changed them. */
export const commitNames: Decider<'CommitNames'> = (state, { people }, context) => {
  const older = people.filter(({ userId: id }) => {
    const user = state.users.get(id)
    return user !== undefined && user.names === undefined
  })
  return {
    events: older.map(({ userId: id, names }) =>
      createEvent('UserProfileChanged', { userId: id, fields: [], ...committedNames(context, id, names) }),
    ),
    reply: { userIds: older.map(({ userId: id }) => id) },
  }
}

/** The holder of the mailed link acts as a visitor, because the link was the proof. */
export const confirmEmailChange: Decider<'ConfirmEmailChange'> = (state, command) => {
  if (!state.seals.has(command.userId)) throw new RuleViolation('confirm_link_invalid')
  return accept(createEvent('PicksUnsealed', { userId: command.userId, by: 'confirmation' }))
}

/** Ends all logins, but no seal. The holder of a reset link acts as a visitor, because the link was the proof of identity. */
export const changePassword: Decider<'ChangePassword'> = (state, command, context) => {
  // The actor comes first: an account that was deleted meanwhile is signed out, not absent.
  if (command.by === 'self' && requireSignedInUser(state, context).id !== command.userId) throw new RuleViolation('forbidden')
  const user = requireUser(state, command.userId)
  return accept(
    createEvent('PasswordChanged', { userId: user.id, by: command.by }),
    ...(user.passwordChosenByAdmin ? [createEvent('AdminPasswordReplaced', { userId: user.id })] : []),
    ...(command.claimsAdmin === true && !state.hadAdmin ? [createEvent('AdminGranted', { userId: user.id })] : []),
  )
}

export const endLogins: Decider<'EndLogins'> = (state, _command, context) =>
  accept(createEvent('LoginsEnded', { userId: requireSignedInUser(state, context).id }))

export const deleteUser: Decider<'DeleteUser'> = (state, command) => {
  const user = requireUser(state, command.userId)
  if (user.isAdmin) requireAnotherAdmin(state, user.id)
  requireKeepsNothing(state, user)
  return accept(createEvent('UserDeleted', { userId: user.id }), ...redactNames([user], entriesOf(state, user.id)))
}

/** Leaves out admins, accounts that keep entries of others, and what is gone already. */
export const removeNewcomers: Decider<'RemoveNewcomers'> = (state, { userIds, entryIds }) => {
  const found = [...new Set(userIds)].flatMap((id) => state.users.get(id) ?? [])
  const users = found.filter((user) => !user.isAdmin && !keepsEntries(state, user.id))
  const leaving = new Set(users.map(({ id }) => id))
  const theirs = users.flatMap(({ id }) => entriesOf(state, id))
  const others = [...new Set(entryIds)].flatMap((id) => state.entries.get(id) ?? []).filter(({ userId: id }) => !leaving.has(id))
  return {
    events: [
      ...others.map(({ id }) => createEvent('EntryDeleted', { entryId: id })),
      ...users.map(({ id }) => createEvent('UserDeleted', { userId: id })),
      ...redactNames(users, theirs),
    ],
    reply: { users: [...leaving], entries: others.length + theirs.length },
  }
}

/** The last admin can be neither demoted nor deleted (docs/rules.md §11.2). */
function requireAnotherAdmin(state: PoolState, leaving: UserId): void {
  for (const user of state.users.values()) if (user.isAdmin && user.id !== leaving) return
  throw new RuleViolation('last_admin')
}

/** Keeps the accounts of admins, so that the club cannot lock itself out (docs/rules.md §12.1). */
export const purgeUsersAndEntries: Decider<'PurgeUsersAndEntries'> = (state, _command) => {
  const leaving = [...state.users.values()].filter((user) => !user.isAdmin)
  const entries = [...state.entries.values()]
  const counts = { users: leaving.length, entries: entries.length, picks: countPicks(state) }
  if (leaving.length === 0 && entries.length === 0) return { events: [], reply: counts }
  return { events: [createEvent('UsersAndEntriesPurged', counts), ...redactNames(leaving, entries)], reply: counts }
}

/** Records that the names of the owners' current and former entries leave the log; others' entries stay (docs/rules.md §11.5). */
function redactNames(owners: readonly User[], entries: readonly Entry[]): readonly EventOfType<'EventsRedacted'>[] {
  const positionsByOwner = new Map(owners.map((user) => [user.id, [...user.formerNamePositions]]))
  for (const entry of entries) positionsByOwner.get(entry.userId)?.push(...entry.namePositions)
  const sorted = [...positionsByOwner].sort(([a], [b]) => a - b)
  return sorted.flatMap(([id, positions]) =>
    positions.length === 0 ? [] : [createEvent('EventsRedacted', { userId: id, positions: positions.sort((a, b) => a - b) })],
  )
}
