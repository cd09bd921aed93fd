import * as z from 'zod'
import { count, season } from '../fields/responses.ts'
import { seasonYear } from '../fields/numbers.ts'

export const startSeasonBody = z.object({ season_year: seasonYear })

/** A season that was started: how many entries can be renewed for it. */
export const startedSeason = z.strictObject({ season_year: season, renewable_entries: count }).meta({ id: 'StartedSeason' })
