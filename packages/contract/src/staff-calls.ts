import type { Power } from '@outlast/domain/rules'
import type { RouteId } from './endpoints.ts'

/**
 * Which power each call for the club needs; `staff`: any. The only table of it: the routes, their previews, what a screen offers and
 * docs/roles.md read it. `COMMAND_NEEDS` says the same of commands, for whatever sends one.
 */
export const STAFF_CALLS = {
  previewCalls: 'staff',
  adminListEntries: 'staff',

  confirmPayments: 'money',
  listBalances: 'money',
  listPayouts: 'money',
  recordPayouts: 'money',
  importPayments: 'money',
  getTreasurer: 'money',
  updateTreasurer: 'money',
  getLedger: 'money',
  getLedgerCsv: 'money',
  setPayment: 'money',
  declinePaymentClaim: 'money',
  recordPartPayment: 'money',
  reversePayout: 'money',

  syncGames: 'games',
  syncStatus: 'games',
  finalizeScores: 'games',
  updateGame: 'games',

  adminListUsers: 'people',
  adminCreateUser: 'people',
  createPaperEntries: 'people',
  handOverEntries: 'people',
  adminUpdateUser: 'people',
  approveUser: 'people',
  adminRenewEntry: 'people',
  changeJoining: 'people',
  listInvitations: 'people',
  createInvitation: 'people',
  revokeInvitation: 'people',
  importMembers: 'people',
  invitedMembers: 'people',
  inviteMembers: 'people',

  broadcast: 'mail',
  previewBroadcast: 'mail',
  updateWeekSummary: 'mail',
  mailWeekSummary: 'mail',

  getReminders: 'pool',
  updateReminders: 'pool',
  sendReminders: 'pool',
  newcomers: 'pool',
  removeNewcomers: 'pool',
  purgeUsersAndEntries: 'pool',
  listWebhooks: 'pool',
  createWebhook: 'pool',
  deleteWebhook: 'pool',
  testWebhook: 'pool',
  importPicks: 'pool',
  createWeek: 'pool',
  updateWeek: 'pool',
  deleteWeek: 'pool',
  closeWeek: 'pool',
  purgeWeeks: 'pool',
  setCurrentWeek: 'pool',
  nextWeek: 'pool',
  setSiteTime: 'pool',
  updateRules: 'pool',
  updateClub: 'pool',
  updateClubhouseScreen: 'pool',
  getSetup: 'pool',
  updateSetup: 'pool',
  serverStatus: 'pool',
  serverChecks: 'pool',
  backupStatus: 'pool',
  makeBackup: 'pool',
  deliveries: 'pool',
  overridePick: 'pool',
  adminDeletePick: 'pool',
  unmaskPicks: 'pool',
  lastAction: 'pool',
  undoAction: 'pool',
  listWaiting: 'pool',
  confirmAction: 'pool',
  refuseAction: 'pool',
  withdrawAction: 'pool',
  actAlone: 'pool',
  switchFourEyes: 'pool',
  startSeason: 'pool',
  setPastChampions: 'pool',
  adminUpdateEntry: 'pool',
  adminDeleteEntry: 'pool',
  answerBuyback: 'pool',
  adminDeleteUser: 'pool',
  randomizePicks: 'pool',
  randomizeScores: 'pool',
} as const satisfies Partial<Record<RouteId, Power | 'staff'>>
export type StaffCall = keyof typeof STAFF_CALLS

/** Returns whether somebody with these powers may make a call for the club. */
export function permits(powers: readonly Power[], call: StaffCall): boolean {
  const needed = STAFF_CALLS[call]
  return needed === 'staff' ? powers.length > 0 : powers.includes(needed)
}
