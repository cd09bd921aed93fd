import * as z from 'zod'
import { count, instant } from '../../fields/responses.ts'

export const makeBackupBody = z.object({
  /** Switches daily backups on or off, unless the server’s settings schedule them. */
  daily: z.boolean({ error: 'Say with daily whether to make a backup every day: true or false' }).optional(),
})
export type MakeBackupBody = z.output<typeof makeBackupBody>

/** How the backups are going. It contains no path and no message of the system: those are in the server's log. */
export const backupStatus = z
  .strictObject({
    /** Whether the server makes backups automatically. */
    is_scheduled: z.boolean(),
    /** Whether the server’s settings schedule them, so that admins cannot switch them off. */
    is_configured: z.boolean(),
    /** `failed`: the last attempt failed. `late`: the last scheduled backup is older than it should be. */
    problem: z.enum(['failed', 'late']).nullable(),
    last_success_at: instant.nullable(),
    /** Failures since the last success. */
    failures: count,
  })
  .meta({ id: 'BackupStatus' })
export type BackupStatus = z.output<typeof backupStatus>
