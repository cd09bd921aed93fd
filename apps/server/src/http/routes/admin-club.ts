import { toClub, toClubhouseScreen, toSetup, toSetupPlan } from '@outlast/contract/rest/club'
import { currentSiteTime, type PoolState, suggestFirstWeek } from '@outlast/domain'
import { handlers } from '../handler.ts'
import type { ReadDependencies } from './read-dependencies.ts'

interface ClubDependencies extends Pick<ReadDependencies, 'pool'> {
  readonly configuredName: string
}

/** The club's name and color, and the setup, which only admins change. */
export function adminClubRoutes({ pool, configuredName }: ClubDependencies) {
  return handlers({
    updateClub: async ({ body }, { submit }) => ({
      status: 200,
      body: await submit(
        'ChangeClub',
        { name: body.name, color: body.color, showsOdds: body.shows_odds },
        { toResponse: (run: { pool: PoolState }) => toClub(run.pool.club, configuredName) },
      ),
    }),
    updateClubhouseScreen: async ({ body }, { submit }) => ({
      status: 200,
      body: await submit('ChangeClubhouseScreen', body, {
        toResponse: (run: { pool: PoolState }) => toClubhouseScreen(run.pool.clubhouseScreen),
      }),
    }),
    getSetup: async (_input, { now }) => {
      const { setup } = pool()
      return { status: 200, body: toSetupPlan(setup, suggestFirstWeek(currentSiteTime(pool(), now), setup.seasonYear)) }
    },
    updateSetup: async ({ body: { step, mark, season_year } }, { submit }) => ({
      status: 200,
      body: await submit(
        'MarkSetupStep',
        { step, mark, seasonYear: season_year },
        { toResponse: (run: { pool: PoolState }) => toSetup(run.pool.setup) },
      ),
    }),
  })
}
