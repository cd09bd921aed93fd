import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useAction } from '../../ui/forms/use-action.ts'

const fetchWaiting = () => api.call('listWaiting')

/** Switches whether some actions need two admins. */
export function FourEyesCard() {
  const admin = useTopicView('admin', ({ waiting }) => ({ waiting }))
  const { data, error, refetch } = useQuery(fetchWaiting, 'Failed to load', admin)
  const save = useAction((on: boolean) => write('switchFourEyes', { body: { on } }), {
    success: 'Saved',
    fallback: 'Failed to save',
  })
  const change = async (on: boolean): Promise<void> => {
    await save.run(on)
    refetch()
  }
  return (
    <Card title="Four eyes">
      {error !== null && <ErrorBox message={error} />}
      {data !== undefined && (
        <Checkbox
          label="Ask for a second admin"
          hint="To change a pick after its lock, unmask, reopen or close a week, or switch this off, another admin then confirms within 30 minutes"
          checked={data.four_eyes}
          disabled={save.pending}
          onChange={(event) => void change(event.target.checked)}
        />
      )}
      <ErrorText>{save.error}</ErrorText>
    </Card>
  )
}
