import * as z from 'zod'

/** What a running pool checks about itself. */
export const CHECKS = [
  'public_address',
  'proxy',
  'data_folder',
  'backup_folder',
  'database',
  'clock',
  'scoreboard_clock',
  'backup',
  'backup_disk',
  'scoreboard',
  'mail',
  'outbox',
  'push',
  'push_devices',
] as const
export type CheckName = (typeof CHECKS)[number]

const check = z.strictObject({
  check: z.enum(CHECKS),
  /** `warn`: the pool works, but something should be done. `fail`: something does not work. */
  level: z.enum(['ok', 'warn', 'fail']),
  /** What was found and what to do, for the person who runs the server. It contains no path, no secret and no name of a member. */
  message: z.string(),
})
export type ServerCheck = z.output<typeof check>

/** What the pool finds when it checks itself now. */
export const serverChecks = z.strictObject({ checks: z.array(check) }).meta({ id: 'ServerChecks' })

/** The same for the command `doctor`, with a hash of each setting, with which it finds out what the pool does not know yet. */
export const serviceChecks = serverChecks.extend({ settings: z.record(z.string(), z.string()) }).meta({ id: 'ServiceChecks' })
export type ServiceChecks = z.output<typeof serviceChecks>
