import { toClub, toClubhouseScreen, toSetup, toSetupPlan } from '@outlast/contract/rest/club'
import { currentSiteTime, type PoolState, suggestFirstWeek } from '@outlast/domain'
import { CrestError } from '../pictures/check-crest.ts'
import { storeCrest } from '../pictures/crest-images.ts'
import { renderCrest } from '../pictures/render-crest.ts'
import { HttpError } from '../lib/http-error.ts'
import { handlers } from '../http/handler.ts'
import type { ReadDependencies } from './read-dependencies.ts'

interface ClubDependencies extends Pick<ReadDependencies, 'pool'> {
  readonly configuredName: string
}

/** The club's name, color and crest, and the setup, which only admins change. */
export function adminClubRoutes({ pool, configuredName }: ClubDependencies) {
  return handlers({
    updateClub: async ({ body }, { submit }) => {
      const crest = typeof body.crest === 'string' ? await draw(body.crest) : body.crest
      return {
        status: 200,
        body: await submit(
          'ChangeClub',
          {
            name: body.name,
            color: body.color,
            crest: crest === undefined ? undefined : (crest?.hash ?? null),
            showsOdds: body.shows_odds,
          },
          {
            toResponse: (run: { pool: PoolState }) => toClub(run.pool.club, configuredName),
            effects: async (tx) => {
              if (crest !== undefined) await storeCrest(tx, crest)
            },
          },
        ),
      }
    },
    updateClubhouseScreen: async ({ body }, { submit }) => ({
      status: 200,
      body: await submit('ChangeClubhouseScreen', body, {
        toResponse: (run: { pool: PoolState }) => toClubhouseScreen(run.pool.clubhouseScreen),
      }),
    }),
    getSetup: async (_input, { now }) => {
      const { setup } = pool()
      return {
        status: 200,
        body: toSetupPlan(setup, suggestFirstWeek(currentSiteTime(pool(), now), setup.seasonYear, pool().rules.lock)),
      }
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

/** Draws the crest; an image that cannot be drawn is an error of its field. */
async function draw(base64: string) {
  try {
    return await renderCrest(Buffer.from(base64, 'base64'))
  } catch (error) {
    if (!(error instanceof CrestError)) throw error
    throw new HttpError('invalid_input', { message: error.message, extras: { fields: { crest: error.message } } })
  }
}
