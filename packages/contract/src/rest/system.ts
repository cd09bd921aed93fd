import * as z from 'zod'

export const health = z
  .strictObject({
    status: z.literal('ok'),
    /** The version of Outlast that answers. */
    version: z.string(),
  })
  .meta({ id: 'Health' })
export const readiness = z
  .strictObject({ status: z.enum(['ready', 'not_ready']), checks: z.record(z.string(), z.boolean()) })
  .meta({ id: 'Readiness' })
