import type { EntryBalance } from '@outlast/contract'
import { entryLabel } from '@outlast/contract/entry-label'
import type { AdminView } from '@outlast/contract/live'
import { weekLabel } from '@outlast/domain/rules'
import { formatAmounts, formatMoney } from '@outlast/contract/money'
import { Link } from 'wouter'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { easternTime } from '../../clock/format.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { WindowedRows } from '../../desk/windowed-rows.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import styles from './admin-home.module.css'

type AdminEntry = AdminView['entries'][number]

/** The requests to buy entries back in, oldest first, with the buttons that answer them. Nothing without a request. */
export function BuybackRequests() {
  const entries = viewOf(useTopic('admin'))?.entries ?? []
  const requests = entries
    .flatMap((entry) => entry.buybacks.filter(({ status }) => status === 'requested').map((request) => ({ entry, request })))
    .sort((a, b) => (a.request.asked_at < b.request.asked_at ? -1 : 1))
  const version = requests.map(({ entry }) => `${entry.id} ${entry.version}`).join()
  const { data } = useQuery(requests.length === 0 ? null : loadBalances, 'Failed to load what is due', version)
  const balanceOf = ({ id }: AdminEntry) => data?.entries.find(({ entry_id }) => entry_id === id)
  if (requests.length === 0) return null
  return (
    <Card title={`Asking to buy back in (${requests.length})`}>
      <div className={styles.requests} role="list">
        <WindowedRows
          rows={requests}
          rowKey={({ entry, request }) => `${entry.id} ${request.season_year}`}
          render={({ entry, request }) => <BuybackRequest entry={entry} request={request} balance={balanceOf(entry)} />}
        />
      </div>
    </Card>
  )
}

type Answer = 'confirm' | 'decline'
type Request = AdminEntry['buybacks'][number]

/** Names the season, so that the answer never counts for another season's request. */
function callOf({ id }: AdminEntry, { season_year }: Request, action: Answer) {
  return { params: { id }, body: { action, season_year } }
}

function questionFor({ name, user_name }: AdminEntry, action: Answer) {
  if (action === 'confirm') {
    const message = 'All losses of the entry so far are waived. Its used teams stay used.'
    return { title: `Buy ${name} back in?`, message, confirmLabel: 'Confirm Buyback' }
  }
  const message = `The entry stays out, and ${user_name} cannot ask again for this loss.`
  return { title: `Decline the buyback of ${name}?`, message, confirmLabel: 'Decline Buyback', danger: true }
}

/** What the buyback costs, and what the entry owes besides. */
function priceText({ fee_cents: fee }: Request, { still_owed: owed, currency }: EntryBalance): string {
  const price = fee === 0 ? 'costs nothing' : `costs ${formatMoney(fee, currency)}`
  return owed.length === 0 ? price : `${price} · still owes ${formatAmounts(owed, currency)} besides`
}

const loadBalances = () => api.call('listBalances')

interface RequestProps {
  readonly entry: AdminEntry
  readonly request: Request
  /** What the entry owes; undefined until that is loaded. */
  readonly balance: EntryBalance | undefined
}

function BuybackRequest({ entry, request, balance }: RequestProps) {
  const price = balance && priceText(request, balance)
  const confirmCalls = useConfirmCalls()
  const answer = useAction(
    (action: Answer, confirmed: Confirmed) => write('answerBuyback', { ...callOf(entry, request, action), ...confirmed }),
    {
      success: ({ status }) => (status === 'confirmed' ? `${entryLabel(entry)} is back in` : `Declined for ${entryLabel(entry)}`),
      fallback: 'Failed to answer the request',
    },
  )
  const ask = async (action: Answer): Promise<void> => {
    const question = questionFor(entry, action)
    const confirmed = await confirmCalls(question, [{ call: 'answerBuyback', ...callOf(entry, request, action) }])
    if (confirmed !== undefined) await answer.run(action, confirmed)
  }
  return (
    <div className={styles.request} role="listitem">
      <p className={styles.requester}>
        <strong>
          <Link to={`/entry/${entry.id}`}>{entry.name}</Link>
        </strong>{' '}
        <span>{entry.user_name}</span>
      </p>
      <p className="note">
        Out in week {request.week_number === null ? '–' : weekLabel(request.week_number)} of {request.season_year} · asked{' '}
        {easternTime(request.asked_at)}
        {price !== undefined && ` · ${price}`}
      </p>
      <div className={styles.answers}>
        <Button
          size="small"
          pending={answer.pending}
          aria-label={`Confirm the buyback of ${entryLabel(entry)}`}
          onClick={() => ask('confirm')}
        >
          Confirm
        </Button>
        <Button
          size="small"
          pending={answer.pending}
          aria-label={`Decline the buyback of ${entryLabel(entry)}`}
          onClick={() => ask('decline')}
        >
          Decline
        </Button>
      </div>
      <ErrorText>{answer.error}</ErrorText>
    </div>
  )
}
