import { type Club, type ClubhouseScreen, type FirstWeek, SCENES, SCREEN_NAMES, SETUP_STEPS, type Setup } from '@outlast/domain'
import * as z from 'zod'
import { CREST_SIZES, CREST_TOO_LARGE, type CrestSize, MAX_CREST_KB } from '../crest.ts'
import { seasonYear } from '../fields/numbers.ts'
import { instant, season, weekNo } from '../fields/responses.ts'
import { text } from '../fields/text.ts'

/** The club's name and colors, and the steps of a pool's first setup. */

const MAX_CLUB_NAME = 80
const HEX_COLOR = /^#[0-9a-f]{6}$/
const CREST_HASH = /^[0-9a-f]{64}$/

/** Base64 has four characters for three bytes. */
const MAX_CREST_TEXT = Math.ceil((MAX_CREST_KB * 1_000) / 3) * 4

/** The address of the crest in one size. */
export const crestParams = z.object({
  crest: z.string().regex(CREST_HASH),
  size: z.enum(CREST_SIZES.map(String) as [`${CrestSize}`, ...`${CrestSize}`[]]),
})

/** The club as everybody sees it. */
export const club = z
  .strictObject({
    name: z.string(),
    /** `#rrggbb`, from which the app derives its accent; null: the app's own accent. */
    color: z.string().regex(HEX_COLOR).nullable(),
    /** The version of the crest, for its address; null: none. */
    crest: z.string().regex(CREST_HASH).nullable(),
    /** Whether the app shows the chances of revealed weeks. */
    shows_odds: z.boolean(),
  })
  .meta({ id: 'Club' })
export type ClubInfo = z.output<typeof club>

/** Maps the club to its response. */
export function toClub(state: Club, configuredName: string): ClubInfo {
  return { name: state.name ?? configuredName, color: state.color, crest: state.crest, shows_odds: state.showsOdds }
}

/** Changes the given fields and keeps the others. Null restores the default. */
export const patchClubBody = z
  .object({
    name: text({ label: 'Club name', max: MAX_CLUB_NAME, required: 'Club name required' }).nullable().optional(),
    color: z
      .string()
      .transform((value) => value.trim().toLowerCase())
      .refine((value) => HEX_COLOR.test(value), { error: 'Give a color like #0a5c36' })
      .nullable()
      .optional(),
    /** The file of an SVG or a PNG, in base64. The server draws it; the file itself is never served. */
    crest: z
      .string({ error: 'The crest must be the file in base64' })
      .refine((value) => value.length <= MAX_CREST_TEXT, { error: CREST_TOO_LARGE, abort: true })
      .refine((value) => z.base64().safeParse(value).success && value !== '', { error: 'The crest must be the file in base64' })
      .meta({ contentEncoding: 'base64' })
      .nullable()
      .optional(),
    shows_odds: z.boolean().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Nothing to change: give a name, a color, a crest or whether odds are shown',
  })

const scene = z.enum(SCENES)
const screenNames = z.enum(SCREEN_NAMES)

/** What the clubhouse screen shows. */
export const clubhouseScreen = z
  .strictObject({
    /** In the order in which they appear. */
    scenes: z.array(scene),
    names: screenNames,
  })
  .meta({ id: 'ClubhouseScreen' })
export type ClubhouseScreenInfo = z.output<typeof clubhouseScreen>

export const toClubhouseScreen = ({ scenes, names }: ClubhouseScreen): ClubhouseScreenInfo => ({ scenes: [...scenes], names })

const SCENES_RULE = `Scenes must be a list of ${SCENES.join(', ')}`

/** Changes the given fields and keeps the others. */
export const patchClubhouseScreenBody = z
  .object({
    scenes: z
      .array(z.enum(SCENES, { error: SCENES_RULE }), { error: SCENES_RULE })
      .min(1, 'Choose at least one scene')
      .max(100, SCENES_RULE)
      .optional(),
    names: z.enum(SCREEN_NAMES, { error: 'Names must be full or initials' }).optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Nothing to change: give scenes or names',
  })

const setupStep = z.enum(SETUP_STEPS)
const setupMark = z.enum(['done', 'skipped'])

/** How far the setup is: the steps that are done or skipped, and the season that the pool starts with. */
export const setup = z
  .strictObject({ marks: z.partialRecord(setupStep, setupMark), season_year: season.nullable() })
  .meta({ id: 'Setup' })
export type SetupInfo = z.output<typeof setup>

export function toSetup({ marks, seasonYear: year }: Setup): SetupInfo {
  return { marks: { ...marks }, season_year: year }
}

/** The setup, and the first week that the calendar suggests. */
export const setupPlan = z
  .strictObject({
    ...setup.shape,
    suggested_week: z.strictObject({ season_year: season, week_number: weekNo, lock_time: instant }),
  })
  .meta({ id: 'SetupPlan' })
export type SetupPlan = z.output<typeof setupPlan>

export function toSetupPlan(state: Setup, { seasonYear: year, weekNumber, lockTime }: FirstWeek): SetupPlan {
  return { ...toSetup(state), suggested_week: { season_year: year, week_number: weekNumber, lock_time: lockTime } }
}

/** Marks a step. The steps `rules` and `week` are completed by choosing rules and adding a week. */
export const patchSetupBody = z.object({ step: setupStep, mark: setupMark, season_year: seasonYear.optional() })
