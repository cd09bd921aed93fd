import { type EntryId, MAX_PICKS_A_WEEK, type PickData, type PickId, type WeekId } from '@outlast/domain'
import * as z from 'zod'
import { hex32, id, instant, logPosition, pickResult, season, teamAbbr, weekNo } from '../fields/responses.ts'
import { idField, idInText } from '../fields/numbers.ts'
import { optionalText, text } from '../fields/text.ts'

/** A team as the user typed it. The domain checks that it exists and may be picked (`unknown_team` …). */
export const teamInput = text({ label: 'Team', max: 40, required: 'Select a team' })
  .toUpperCase()
  .meta({ description: 'A team’s abbreviation, in any case', example: 'KC' })

/** An admin's reason, which every member can read. */
export const reasonInput = optionalText({ label: 'Reason', max: 200 })

export const pickParams = z.object({ id: idInText<PickId>('Pick ID') })

/** Which of the picks of a week it is, from 1; the first unless given. The domain checks that the week has so many. */
export const slotInput = z
  .int({ error: 'Slot must be a whole number' })
  .min(1, 'Slot must be 1 or more')
  .max(MAX_PICKS_A_WEEK, `Slot must be ${MAX_PICKS_A_WEEK} at most`)
  .optional()

/** Which of the picks of a week it is. Left out for the first. */
export const laterSlot = z.int().min(2).optional()

export const submitPickBody = z.object({
  entry_id: idField<EntryId>('Entry ID'),
  week_id: idField<WeekId>('Week ID'),
  slot: slotInput,
  team_abbr: teamInput,
})

export const changePickBody = z.object({ team_abbr: teamInput })

/** Who made a pick, where that was not its owner in person. */
export const madeBy = z
  .strictObject({
    /** The name of the member who picked for the owner; empty if the account was deleted. */
    proxy: z.string().optional(),
    /** A program sent it, with a token of whoever picked. */
    program: z.literal(true).optional(),
  })
  .meta({ id: 'MadeBy' })
export type MadeBy = z.output<typeof madeBy>

/** A member's proof of a pick. After the reveal, anyone can recompute the commitment from team and nonce. */
export const receipt = z
  .strictObject({
    position: logPosition,
    commitment: hex32,
    nonce: hex32,
    /** The head of the hash chain after the pick. */
    head_hash: hex32,
    recorded_at: instant,
    site_time: instant,
    made_by: madeBy.optional(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof receipt>

export const pickReceipt = receipt
  .extend({ pick_id: id, entry_id: id, week_id: id, slot: laterSlot, team_abbr: teamAbbr })
  .meta({ id: 'PickReceipt' })
export type PickReceipt = z.output<typeof pickReceipt>

/**
 * A pick for its owner or an admin. Before the lock, an admin gets other members' picks masked: `team_abbr: null, hidden:
 * true`, without times and version, which would reveal when and how often the pick changed. So does the owner of a sealed pick.
 */
export const pick = z
  .strictObject({
    id,
    entry_id: id,
    week_id: id,
    season_year: season,
    week_number: weekNo,
    slot: laterSlot,
    team_abbr: teamAbbr.nullable(),
    hidden: z.literal(true).optional(),
    result: pickResult.nullable(),
    result_at: instant.nullable(),
    is_override: z.literal(true).optional(),
    /** Made automatically at the lock. */
    is_auto: z.literal(true).optional(),
    made_by: madeBy.optional(),
    created_at: instant.nullable(),
    updated_at: instant.nullable(),
    /** For `If-Match`. */
    version: logPosition.nullable(),
  })
  .meta({ id: 'Pick' })
export type Pick = z.output<typeof pick>

/** A pick with its receipt: the response to making or changing it. */
export const pickWithReceipt = pick.extend({ receipt }).meta({ id: 'PickWithReceipt' })
export type PickWithReceipt = z.output<typeof pickWithReceipt>

/** A pick in the live view of its owner, who also derives its result there. */
export const userPick = z.strictObject({
  id,
  week_id: id,
  week_number: weekNo,
  season_year: season,
  slot: laterSlot,
  /** Null, with `hidden`, while the pick is sealed; so are its times and its version. */
  team_abbr: teamAbbr.nullable(),
  hidden: z.literal(true).optional(),
  is_override: z.boolean(),
  is_auto: z.boolean(),
  made_by: madeBy.optional(),
  created_at: instant.nullable(),
  updated_at: instant.nullable(),
  version: logPosition.nullable(),
})
export type UserPick = z.output<typeof userPick>

/**
 * The last time that an admin tried to set an entry's pick to a team of another pick that was still hidden, and was refused
 * (docs/rules.md §3.4). It names the week that the admin tried to set, and no team.
 */
export const refusedOverride = z
  .strictObject({ position: logPosition, week_id: id, recorded_at: instant })
  .meta({ id: 'RefusedOverride' })
export type RefusedOverride = z.output<typeof refusedOverride>

interface WeekOfPick {
  readonly id: number
  readonly seasonYear: number
  readonly weekNumber: number
}

interface PickSource {
  readonly id: number
  readonly slot: number
  readonly team: string
  readonly isOverride: boolean
  readonly isAuto: boolean
  readonly made_by?: MadeBy
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
}

/** Maps a pick to the form its owner sees in the live view. */
export function toUserPick(week: WeekOfPick, pick: PickSource): UserPick {
  return {
    id: pick.id,
    week_id: week.id,
    week_number: week.weekNumber,
    season_year: week.seasonYear,
    ...(pick.slot > 1 && { slot: pick.slot }),
    team_abbr: pick.team,
    is_override: pick.isOverride,
    is_auto: pick.isAuto,
    ...(pick.made_by && { made_by: pick.made_by }),
    created_at: pick.createdAt,
    updated_at: pick.updatedAt,
    version: pick.version,
  }
}

/** A pick of which no more is shown than that it exists. */
type HiddenPick = Readonly<{ id: number; slot?: number | undefined }>

/** Builds what the owner sees of a sealed pick in the live view (docs/rules.md §11.6). */
export function toSealedUserPick(week: WeekOfPick, { id: pickId, slot = 1 }: HiddenPick): UserPick {
  return {
    id: pickId,
    week_id: week.id,
    week_number: week.weekNumber,
    season_year: week.seasonYear,
    ...(slot > 1 && { slot }),
    team_abbr: null,
    hidden: true,
    is_override: false,
    is_auto: false,
    created_at: null,
    updated_at: null,
    version: null,
  }
}

/** Maps a pick and its result to the form of the REST API. */
export function toPick(
  entryId: number,
  pick: UserPick,
  outcome: { readonly result: Pick['result']; readonly result_at: string | null },
): Pick {
  const { is_override, is_auto, ...fields } = pick
  const marks = { ...(is_override ? { is_override } : {}), ...(is_auto ? { is_auto } : {}) }
  return { entry_id: entryId, ...fields, ...outcome, ...marks }
}

/** Builds the row that an admin gets for another member's pick before the lock, and the owner for a sealed pick. */
export function toMaskedPick(entryId: number, { id: pickId, slot = 1 }: HiddenPick, week: WeekOfPick): Pick {
  return {
    id: pickId,
    entry_id: entryId,
    week_id: week.id,
    season_year: week.seasonYear,
    week_number: week.weekNumber,
    ...(slot > 1 && { slot }),
    team_abbr: null,
    hidden: true,
    result: 'tbd',
    result_at: null,
    created_at: null,
    updated_at: null,
    version: null,
  }
}

interface RecordedPick {
  readonly data: PickData
  readonly position: number
  readonly hash: string
  readonly recordedAt: string
  readonly siteTime: string
  readonly made_by?: MadeBy | undefined
}

/** Maps the event that recorded a pick to its receipt. */
export function toReceipt({ data, position, hash, recordedAt, siteTime, made_by }: RecordedPick): Receipt {
  const { commitment, nonce } = data
  const made = made_by && { made_by }
  return { position, commitment, nonce, head_hash: hash, recorded_at: recordedAt, site_time: siteTime, ...made }
}
