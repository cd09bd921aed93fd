import * as z from 'zod'

/** What the server's settings mean for members, and whether its disk has space. */
export const serverStatus = z
  .strictObject({
    /** The address that mails, invitations and calendars carry. */
    public_url: z.string(),
    /** From where that address can be opened: only the computer of the server, its network, or everywhere. */
    reach: z.enum(['computer', 'network', 'everywhere']),
    /** Whether mails are sent. Without a mail server they are only written to files. */
    sends_mail: z.boolean(),
    /** The space on the disk of the database and of the data folder: enough, less than 200 MB, or none. */
    disk: z.enum(['ok', 'low', 'full']),
  })
  .meta({ id: 'ServerStatus' })
export type ServerStatus = z.output<typeof serverStatus>
