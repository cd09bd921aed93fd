import { deliveries } from '../rest/admin/deliveries.ts'
import { backupStatus, makeBackupBody } from '../rest/admin/backups.ts'
import { serverChecks } from '../rest/admin/checks.ts'
import { serverStatus } from '../rest/admin/server.ts'
import { club, clubhouseScreen, patchClubBody, patchClubhouseScreenBody, patchSetupBody, setup, setupPlan } from '../rest/club.ts'
import { route } from '../route.ts'

const admin = { tag: 'admin weeks' } as const

export const adminClubRoutes = {
  updateClub: route('updateClub', {
    ...admin,
    summary: 'Set the club’s name, color and crest, and whether odds are shown',
    description:
      'Null restores the default: the configured name, the app’s own accent, and no crest. The crest is an SVG or a PNG of up to 200 kB, in base64; it is drawn as PNG, and the file itself is not kept.',
    body: patchClubBody,
    maxBodyKb: 512,
    responses: { 200: club },
    idempotent: true,
  }),
  updateClubhouseScreen: route('updateClubhouseScreen', {
    ...admin,
    summary: 'Choose the scenes of the clubhouse screen, and whether it shows names or initials',
    body: patchClubhouseScreenBody,
    responses: { 200: clubhouseScreen },
    idempotent: true,
  }),
  getSetup: route('getSetup', {
    ...admin,
    summary: 'How far the pool’s setup is, and the first week that the calendar suggests',
    responses: { 200: setupPlan },
  }),
  serverStatus: route('serverStatus', {
    ...admin,
    summary: 'The pool’s address, from where it can be opened, and whether mails are sent',
    responses: { 200: serverStatus },
  }),
  serverChecks: route('serverChecks', {
    ...admin,
    summary: 'What the pool finds when it checks itself now',
    description:
      'Folders, settings, clocks, backups, mails, push messages and the scoreboard, as the server’s own process finds them. `message` is for the person who runs the server.',
    responses: { 200: serverChecks },
  }),
  backupStatus: route('backupStatus', {
    ...admin,
    summary: 'The last backup, and whether scheduled ones fail or are late',
    responses: { 200: backupStatus },
  }),
  makeBackup: route('makeBackup', {
    ...admin,
    summary: 'Make a backup now, and if you like every day',
    description:
      'Answers when the backup is written and verified, or has failed: `problem` says which. Files go into the configured folder, otherwise into the folder `backups` of the data folder.',
    body: makeBackupBody,
    responses: { 200: backupStatus },
    idempotent: true,
  }),
  deliveries: route('deliveries', {
    ...admin,
    summary: 'Messages that were not delivered, by receiver, and how many wait',
    responses: { 200: deliveries },
  }),
  updateSetup: route('updateSetup', {
    ...admin,
    summary: 'Finish or skip a step of the setup',
    description: 'A step that is done stays done. Choosing rules and adding a week complete the steps `rules` and `week`.',
    body: patchSetupBody,
    responses: { 200: setup },
    errors: ['setup_step_not_done'],
    idempotent: true,
  }),
}
