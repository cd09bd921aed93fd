import * as z from 'zod'
import { teamAbbr } from '../fields/responses.ts'

const color = z.string().regex(/^#[0-9a-f]{6}$/)

export const team = z
  .strictObject({ abbreviation: teamAbbr, name: z.string(), city: z.string(), color, alternate_color: color })
  .meta({ id: 'Team' })
export type Team = z.output<typeof team>
