import { createEvent, type EventData } from '../events/events.ts'
import { entryId, type InvitationId, invitationId, userId } from '../values/ids.ts'
import { isUsable } from '../values/joining.ts'
import type { PoolState } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import { mayBendRules, normalizeEntryName, requireNewEntryAllowed } from './entries.ts'
import { accept, committedNames, type Decider, type DecisionContext, requireUser } from './context.ts'

/** Applies to later registrations. Accounts that wait for approval keep waiting (docs/rules.md §11.9). */
export const changeJoining: Decider<'ChangeJoining'> = (state, { mode }) => {
  return accept(...(state.joining === mode ? [] : [createEvent('JoiningChanged', { mode })]))
}

export const approveUser: Decider<'ApproveUser'> = (state, command) => {
  const user = requireUser(state, command.userId)
  return accept(...(user.isWaiting ? [createEvent('UserApproved', { userId: user.id })] : []))
}

export const createInvitation: Decider<'CreateInvitation'> = (state, { maxUses, expiresAt }) => {
  const id = invitationId(state.lastIds.invitation + 1)
  return {
    events: [createEvent('InvitationCreated', { invitationId: id, maxUses, expiresAt })],
    reply: { invitationId: id },
  }
}

export const revokeInvitation: Decider<'RevokeInvitation'> = (state, command) => {
  if (!state.invitations.has(command.invitationId)) throw new RuleViolation('invitation_not_found')
  return accept(createEvent('InvitationRevoked', { invitationId: command.invitationId }))
}

/** The pool rules about new entries bind everybody but admins (docs/rules.md §7.1). */
export const importMembers: Decider<'ImportMembers'> = (state, { members }, context) => {
  let lastEntry = state.lastIds.entry
  const userIds = members.map((_, index) => userId(state.lastIds.user + index + 1))
  const events = members.flatMap(({ names: person, entryNames }, index) => {
    const owner = userId(state.lastIds.user + index + 1)
    const names = new Set<string>()
    const entries = entryNames.map((name, before) => {
      if (!mayBendRules(state, context)) requireNewEntryAllowed(state, before, context)
      names.add(normalizeEntryName(name))
      lastEntry += 1
      return createEvent('EntryCreated', { entryId: entryId(lastEntry), userId: owner, name })
    })
    if (names.size < entryNames.length) throw new RuleViolation('entry_name_taken')
    const committed = committedNames(context, owner, person)
    return [createEvent('UserRegistered', { userId: owner, isAdmin: false, origin: 'admin', ...committed }), ...entries]
  })
  return { events, reply: { userIds } }
}

/** What a registration records about how the member joined. */
type Joining = Pick<EventData['UserRegistered'], 'waiting' | 'invitationId'>

/**
 * Decides whether a visitor may register (docs/rules.md §11.9). Where no invitation is needed, one that cannot be used is ignored.
 * A pool without an admin has nobody who could invite or approve.
 */
export function requireMayJoin(state: PoolState, given: InvitationId | undefined, { now }: DecisionContext): Joining {
  const invitation = given === undefined ? undefined : state.invitations.get(given)
  const used = invitation !== undefined && isUsable(invitation, now) ? { invitationId: invitation.id } : undefined
  switch (state.joining) {
    case 'open':
      return { ...used }
    case 'code':
      if (used === undefined) throw new RuleViolation('invitation_required')
      return used
    case 'approval':
      return { ...used, waiting: true }
    case 'closed':
      throw new RuleViolation('joining_closed')
    default:
      return state.joining satisfies never
  }
}
