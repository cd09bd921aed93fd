import { write } from '../api/client.ts'
import { formatCount } from '../lib/numbers.ts'
import { useAction } from '../ui/forms/use-action.ts'
import { useConfirm } from '../ui/overlays/confirm.tsx'
import { followReminder } from './follow-sending.ts'
import { useIsRehearsal } from './rehearsal.tsx'

/**
 * Reminds every member without a pick, after a question that says whom the reminders reach: during a rehearsal admins only.
 * @param missing how many members have no pick
 * @param onSent called after each attempt
 */
export function useRemindAll(missing: number, onSent: () => void) {
  const confirm = useConfirm()
  const isRehearsal = useIsRehearsal()
  const { run, pending, error } = useAction(
    async () => {
      const { members } = await write('sendReminders', { body: {} }).finally(onSent)
      if (members === 0) return nobodyText(isRehearsal)
      const arrived = await followReminder()
      onSent()
      return isRehearsal ? `Admins only: ${arrived}` : arrived
    },
    { success: (text) => text, fallback: 'Failed to send reminders' },
  )
  const ask = async (): Promise<void> => {
    if (await confirm(isRehearsal ? REHEARSAL : questionTo(formatCount(missing, 'member')))) await run()
  }
  return { ask, pending, error }
}

const questionTo = (members: string) => ({
  title: `Remind ${members} now?`,
  message: 'Everybody without a pick gets a message at once, also at night. You can do this once an hour.',
  confirmLabel: 'Remind now',
})

const REHEARSAL = {
  title: 'Remind only admins now?',
  message:
    'This is a rehearsal: site time is overridden. Admins without a pick get the message at once, other members get nothing. You can do this once an hour.',
  confirmLabel: 'Remind admins',
}

function nobodyText(isRehearsal: boolean): string {
  return isRehearsal ? 'No admin is without a pick, so nobody was reminded' : 'No reminder reaches them: call instead'
}
