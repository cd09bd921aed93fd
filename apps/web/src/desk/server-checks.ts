import type { CheckName, ServerCheck } from '@outlast/contract/rest/admin/checks'
import { api } from '../api/client.ts'
import type { MissingPart } from './server-status.tsx'

export const readChecks = async (): Promise<readonly ServerCheck[]> => (await api.call('serverChecks')).checks

interface Words {
  /** What is so while all is well. */
  readonly well: string
  readonly title: string
  readonly text: string
}

/** What each check means for the pool, for somebody who does not run the computer. */
const WORDS: Readonly<Record<CheckName, Words>> = {
  public_address: {
    well: 'Members can open the address in mails and invitations.',
    title: 'Members may not be able to open the address',
    text: 'Mails and invitations contain an address that does not work everywhere.',
  },
  proxy: {
    well: 'The pool can tell visitors apart.',
    title: 'The pool cannot tell visitors apart',
    text: 'When one of them tries too many passwords, all of them have to wait.',
  },
  data_folder: {
    well: 'The pool can write its files.',
    title: 'The pool cannot write its files',
    text: 'It cannot sign the log any more, which proves that no pick was changed.',
  },
  backup_folder: {
    well: 'The pool can write backups.',
    title: 'The next backup will fail',
    text: 'The pool is not allowed to write where its backups should go.',
  },
  database: {
    well: 'The database answers.',
    title: 'The database does not answer',
    text: 'Picks are refused until it does. Nothing that was confirmed is lost.',
  },
  clock: {
    well: 'The clocks of the computers agree.',
    title: 'The clocks of the computers differ',
    text: 'Weeks lock by the clock of the database. If that is the wrong one, they lock at the wrong time.',
  },
  scoreboard_clock: {
    well: 'The clock agrees with that of the scoreboard.',
    title: 'The clock is wrong',
    text: 'Weeks lock too early or too late.',
  },
  backup: {
    well: 'There is a recent backup.',
    title: 'There is no recent backup',
    text: 'If the computer fails now, what came after the last backup is lost.',
  },
  backup_disk: {
    well: 'Backups are on another disk than the data.',
    title: 'Backups would be lost with the disk',
    text: 'They are on the same disk as the data. Copy them elsewhere from time to time.',
  },
  scoreboard: {
    well: 'Scores arrive, or are entered by hand.',
    title: 'Scores do not arrive',
    text: 'Picks and locks go on. You can enter scores by hand under Weeks & Locks.',
  },
  mail: {
    well: 'Mails are sent.',
    title: 'Mails are not sent',
    text: 'Invitations, reminders and links for new passwords do not arrive.',
  },
  outbox: {
    well: 'No message waits for long.',
    title: 'Messages were not delivered',
    text: 'The desk says whom they did not reach.',
  },
  push: {
    well: 'Push messages can be sent.',
    title: 'Push messages cannot be sent',
    text: 'Members can choose mails instead, under Account.',
  },
  push_devices: {
    well: 'No device refuses push messages.',
    title: 'Some devices refuse push messages',
    text: 'Their owners can switch push off and on again, under Account.',
  },
}

/** Says that a check passed. */
export const wellText = ({ check }: ServerCheck): string => WORDS[check].well

/** Says what a check found, with a text for the person who runs the computer; undefined if all is well. */
export function checkProblem({ check, level, message }: ServerCheck): MissingPart | undefined {
  if (level === 'ok') return undefined
  const { title, text } = WORDS[check]
  const forward = `Our Outlast pool has checked itself and found: ${message}. The command “doctor” says more.`
  return { title, text, forward }
}

/** Of these the desk has a notice of its own. */
const NAMED_ELSEWHERE: readonly CheckName[] = ['public_address', 'backup', 'outbox']

/** What does not work and the desk does not say elsewhere. */
export const failuresOf = (checks: readonly ServerCheck[]): readonly (MissingPart | undefined)[] =>
  checks.filter(({ check, level }) => level === 'fail' && !NAMED_ELSEWHERE.includes(check)).map(checkProblem)
