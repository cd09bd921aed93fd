import { adminEntry } from '../rest/admin/entries.ts'
import { entry, entryParams } from '../rest/entries.ts'
import { pastChampionsBody, pastSeason, pastSeasonParams } from '../rest/hall-of-fame.ts'
import { startedSeason, startSeasonBody } from '../rest/seasons.ts'
import { route } from '../route.ts'

const RENEW_ERRORS = ['entry_not_found', 'no_new_season', 'season_decided'] as const

export const seasonRoutes = {
  startSeason: route('startSeason', {
    tag: 'admin weeks',
    summary: 'Start the next season',
    description:
      'Rules, joining and reminders continue. From now on an entry takes part in this season only when it is renewed or new. Weeks are added as before.',
    body: startSeasonBody,
    responses: { 201: startedSeason },
    errors: ['no_current_week', 'season_started', 'season_not_next'],
    idempotent: true,
  }),
  setPastChampions: route('setPastChampions', {
    tag: 'admin weeks',
    summary: 'Enter who won a season before this pool',
    description: 'For the hall of fame. An empty list removes the season. The names are not in the log.',
    params: pastSeasonParams,
    body: pastChampionsBody,
    responses: { 200: pastSeason },
    errors: ['season_played_here'],
    idempotent: true,
  }),
  renewEntry: route('renewEntry', {
    access: 'owner',
    tag: 'entries',
    summary: 'Take part in the new season with an entry',
    description: 'The entry keeps its name and is unpaid. Renewing it again changes nothing.',
    params: entryParams,
    responses: { 200: entry },
    errors: [...RENEW_ERRORS, 'waiting_for_approval', 'too_many_entries', 'late_entries_closed', 'too_late_to_join'],
    idempotent: true,
    ifMatch: true,
    etag: 'row',
  }),
  adminRenewEntry: route('adminRenewEntry', {
    tag: 'admin people',
    summary: 'Let any entry take part in the new season',
    description: 'The rules about late and further entries do not bind admins.',
    params: entryParams,
    responses: { 200: adminEntry },
    errors: RENEW_ERRORS,
    idempotent: true,
    ifMatch: true,
    etag: 'row',
  }),
}
