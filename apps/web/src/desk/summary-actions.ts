import { weekLabel } from '@outlast/domain/rules'
import type { WeekSummary } from '@outlast/contract'
import { write } from '../api/client.ts'
import { useAction } from '../ui/forms/use-action.ts'
import { toast } from '../ui/toast.tsx'
import type { Audience } from './audience-field.tsx'
import { followBroadcast } from './follow-sending.ts'
import { useAskBeforeMail } from './use-ask-before-mail.ts'

/** Saves the text of a week's summary, or pins it to everybody's dashboard. */
export function useSummaryActions(weekId: number, onSaved: (summary: WeekSummary) => void) {
  const update = async (body: { text?: string | null; is_pinned?: boolean }) => {
    const saved = await write('updateWeekSummary', { params: { id: weekId }, body })
    onSaved(saved)
    return saved
  }
  return {
    save: useAction((text: string | null) => update({ text }), { success: () => 'Summary saved', fallback: 'Failed to save' }),
    pin: useAction((isPinned: boolean) => update({ is_pinned: isPinned }), {
      success: ({ is_pinned }) => (is_pinned ? 'Summary pinned' : 'Summary unpinned'),
      fallback: 'Failed to save',
    }),
  }
}

/** Mails a week's summary after a question that says to how many people. */
export function useMailSummary(audience: Audience) {
  const ask = useAskBeforeMail()
  const body = audience === 'all' ? {} : { audience }
  return useAction(
    async ({ week_id, week_number, lines }: WeekSummary) => {
      if (!(await ask({ ...body, subject: `Week ${weekLabel(week_number)}`, text: lines.join('\n\n') }))) return
      await write('mailWeekSummary', { params: { id: week_id }, body })
      toast(await followBroadcast())
    },
    { fallback: 'Failed to send' },
  )
}
