import * as z from 'zod'
import { count, instant } from '../../fields/responses.ts'

/** How the backups are going. It contains no path and no message of the system: those are in the server's log. */
export const backupStatus = z
  .strictObject({
    /** Whether the server makes backups automatically. */
    is_scheduled: z.boolean(),
    /** `failed`: the last attempt failed. `late`: the last backup is older than it should be. Null without a schedule too. */
    problem: z.enum(['failed', 'late']).nullable(),
    last_success_at: instant.nullable(),
    /** Failures since the last success. */
    failures: count,
  })
  .meta({ id: 'BackupStatus' })
export type BackupStatus = z.output<typeof backupStatus>
