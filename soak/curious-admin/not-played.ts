import type { RouteId } from '@outlast/contract'

/** Calls that a signed-in user may make and that the sequences leave out, with the reason. */
export const NOT_PLAYED: Readonly<Partial<Record<RouteId, string>>> = {
  serverChecks:
    'compares the machine’s clock with that of a world, which stands still; syncStatus, backupStatus and deliveries read the rest',
  me: 'read by every reader after each step',
  getAccount: 'read by every reader after each step',
  getDashboard: 'read by every reader after each step',
  getCalendarAddress: 'read by every reader after each step',
  createCalendarAddress: 'makes a random address, and the calendar is the same for everybody',
  updateAccount: 'changes the admin’s own account; adminUpdateUser changes it too',
  getNotifications: 'personal settings of the admin, which no pick touches',
  updateNotifications: 'personal settings of the admin, which no pick touches',
  addPushSubscription: 'personal settings of the admin, which no pick touches',
  removePushSubscription: 'personal settings of the admin, which no pick touches',
  testNotifications: 'a message to the admin alone',
  changePassword: 'returns a new token, which contains the time',
  createInvitation: 'returns a random code, which differs between any two pools',
  listInvitations: 'returns those codes',
  invitedMembers: 'says what became of mails, which takes its time in each pool',
  inviteMembers: 'mails random links, as importMembers does, which is played',
  signOutEverywhere: 'ends the admin’s login, and with it the sequence',
  endSession: 'ends the admin’s own login, or finds none',
  endOtherSessions: 'returns a new token, which contains the time',
  listSessions: 'read by every reader after each step',
  listPasskeys: 'read by every reader after each step',
  listTokens: 'the admin’s own tokens, which no pick touches',
  createToken: 'returns a random token, which differs between any two pools',
  revokeToken: 'finds none of the admin’s own',
  passkeyOptions: 'returns a random challenge',
  addPasskey: 'needs an answer to a random challenge',
  removePasskey: 'finds none of the admin’s own',
}
