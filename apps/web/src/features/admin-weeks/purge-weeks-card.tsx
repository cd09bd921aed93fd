import { write } from '../../api/client.ts'
import { BackupFirst } from '../../desk/backup-first.tsx'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'

/** The phrase to type before all weeks are deleted. The server checks it too. */
const PURGE_PHRASE = 'DELETE ALL WEEKS'

/** Deletes every week. */
export function PurgeWeeksCard() {
  const confirm = useConfirm()
  const confirmCalls = useConfirmCalls()
  const call = { body: { confirm: PURGE_PHRASE } }
  const purge = useAction((confirmed: Confirmed) => write('purgeWeeks', { ...call, ...confirmed }), {
    success: ({ weeks, games, picks }) =>
      `Deleted ${formatCount(weeks, 'week')}, ${formatCount(games, 'game')}, ${formatCount(picks, 'pick')}`,
    fallback: 'Purge failed',
  })
  const ask = async (): Promise<void> => {
    const title = 'Delete ALL weeks'
    const message = 'Delete ALL weeks of every season, with all their games and picks? This cannot be undone.'
    const question = { title, message, confirmLabel: 'Continue', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'purgeWeeks', ...call }])
    if (confirmed === undefined) return
    const isSure = await confirm({
      title,
      message: 'Every week, game and pick will be deleted.',
      confirmLabel: title,
      danger: true,
      phrase: PURGE_PHRASE,
    })
    if (isSure) await purge.run(confirmed)
  }
  return (
    <Card title="Delete ALL weeks">
      <p className="note">Start over. Members and their entries are kept.</p>
      <BackupFirst />
      <div className="wrap">
        <Button variant="danger" pending={purge.pending} onClick={ask}>
          Delete ALL weeks
        </Button>
      </div>
      <ErrorText>{purge.error}</ErrorText>
    </Card>
  )
}
