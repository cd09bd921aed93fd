import type { ServerStatus } from '@outlast/contract'
import { api } from '../api/client.ts'
import { useQuery } from '../api/use-query.ts'
import { useMay } from './may.ts'

const readStatus = () => api.call('serverStatus')

/** Loads what the server's settings mean for members, and whether its disk has space. The settings change only when the server restarts. */
export const useServerQuery = () => useQuery(useMay('serverStatus') ? readStatus : null, 'Failed to load the server’s settings')

/** What the server's settings mean for members; undefined until loaded. */
export const useServerStatus = (): ServerStatus | undefined => useServerQuery().data

/** What is missing on the server before members can play, with what to do about it. */
export interface MissingPart {
  readonly title: string
  readonly text: string
  /** What to forward to the person who runs the computer, with the names of the settings. */
  readonly forward?: string
}

/** Says that members cannot open the pool's address; undefined if they can. */
export function addressProblem({ public_url: url, reach }: ServerStatus): MissingPart | undefined {
  if (reach === 'everywhere') return undefined
  const where = reach === 'computer' ? 'on this computer only' : 'in your own network only'
  return {
    title: `Members cannot open ${url}`,
    text: `The address works ${where}, and all mails and invitations contain it. The person who runs the computer can give the pool an address that members can open.`,
    forward: `Members cannot open our Outlast pool at ${url}. Please set PUBLIC_URL to an address that they can open, and restart the pool. “Host a pool” in its documentation says how to get one.`,
  }
}

/** Says that the server's disk is full or nearly full; undefined while it has space. */
export function diskProblem({ disk }: ServerStatus): MissingPart | undefined {
  const help = 'The person who runs the computer can make room.'
  const forward =
    'The disk of our Outlast pool’s server is full or nearly full. The command “doctor” names the disk. Please delete something there, or make it larger.'
  switch (disk) {
    case 'ok':
      return undefined
    case 'low':
      return {
        title: 'The disk of the server is nearly full',
        text: `Less than 200 MB are free. Picks are refused when it is full. ${help}`,
        forward,
      }
    case 'full':
      return {
        title: 'The disk of the server is full',
        text: `What does not fit is refused, picks too, and members are told so. Nothing that was confirmed is lost, and the pool continues automatically. ${help}`,
        forward,
      }
  }
}

/** Says that nobody gets mails; undefined if they are sent. */
export function mailProblem({ sends_mail: sendsMail }: ServerStatus): MissingPart | undefined {
  if (sendsMail) return undefined
  return {
    title: 'No mails are sent',
    text: 'There is no mail server, so invitations, reminders and links for new passwords are only written to files in the folder “mail” of the pool’s data. The person who runs the computer can connect a mail server.',
    forward:
      'Our Outlast pool has no mail server, so nobody gets its mails. Please set SMTP_URL and MAIL_FROM, and restart the pool. “Configuration” in its documentation has examples.',
  }
}

/** Shows a missing part next to what it affects. */
export function MissingPartNote({ of: part }: { readonly of: MissingPart | undefined }) {
  if (part === undefined) return null
  return (
    <p role="note">
      <strong>{part.title}.</strong> {part.text}
    </p>
  )
}
