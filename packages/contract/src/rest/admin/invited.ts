import type { UserId } from '@outlast/domain'
import * as z from 'zod'
import { idField } from '../../fields/numbers.ts'
import { count, id, instant } from '../../fields/responses.ts'
import { ARRIVALS } from './reminders.ts'

const MAX_MEMBERS = 5_000

/** How far the invitation of a member without a password has got. */
const invitedMember = z.strictObject({
  user_id: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(['not_invited', 'invited', 'opened']),
  /** When the last invitation was sent; null: never. */
  invited_at: instant.nullable(),
  /** When its link was opened first; null: not yet. */
  opened_at: instant.nullable(),
  /** What became of its mail; null when it is not known any more. */
  arrived: z.enum(ARRIVALS).nullable(),
  /** When the next one can be sent; null: now. */
  next_at: instant.nullable(),
})
export type InvitedMember = z.output<typeof invitedMember>

export const invitedMembers = z
  .strictObject({
    /** How many members have chosen a password. */
    joined: count,
    members: z.array(invitedMember),
  })
  .meta({ id: 'InvitedMembers' })
export type InvitedMembers = z.output<typeof invitedMembers>

export const inviteMembersBody = z.object({
  user_ids: z
    .array(idField<UserId>('User ID'), { error: 'Give a list of user ids' })
    .min(1, 'Choose whom to invite')
    .max(MAX_MEMBERS, `Invite at most ${MAX_MEMBERS} members at once`),
})

/** How many mails were queued. */
export const sentInvitations = z.strictObject({ mails: count }).meta({ id: 'SentInvitations' })
