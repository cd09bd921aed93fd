import { type PoolView, type SeasonView } from '@outlast/contract/live'
import { participantsOf, seasonOutcomeOf, standingsOf } from '@outlast/views'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useAudience } from '../../desk/audience-field.tsx'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { followBroadcast } from '../../desk/follow-sending.ts'
import { invitationTo } from '../../desk/same-again.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './season.module.css'

interface StartCardProps {
  readonly next: number
  readonly rules: PoolView['rules']
  /** The season of the current week; undefined while it loads. */
  readonly season: SeasonView | undefined
  /** Another season was started and is running: starting one more is not the main thing to do. */
  readonly isQuiet: boolean
}

/** Says what starting a season does, and starts it after a confirmation. */
export function StartCard({ next, rules, season, isQuiet }: StartCardProps) {
  const confirmCalls = useConfirmCalls()
  const [asksByMail, setAsksByMail] = useState(false)
  const [audience] = useAudience()
  const start = useAction(
    async (confirmed: Confirmed) => {
      const started = await write('startSeason', { body: { season_year: next }, ...confirmed })
      if (!asksByMail) return { ...started, mails: '' }
      await write('broadcast', { body: { ...invitationTo(next), audience } })
      return { ...started, mails: `. Mail: ${await followBroadcast()}` }
    },
    {
      success: ({ season_year, renewable_entries, mails }) =>
        `The ${season_year} season is open. ${formatCount(renewable_entries, 'entry is', 'entries are')} asked “Same again?”${mails}`,
      fallback: 'Failed to start the season',
    },
  )
  const running = season === undefined ? null : stillRunning(season)
  const ask = async () => {
    const message = (
      <>
        {running !== null && <p>{running} It goes on, and its weeks can still be played.</p>}
        <p>Starting a season cannot be undone.</p>
        {asksByMail && (
          <p>{audience === 'admins' ? 'In this rehearsal, only admins get the mail.' : 'Everybody also gets a mail.'}</p>
        )}
      </>
    )
    const question = { title: `Start the ${next} season?`, message, confirmLabel: `Start ${next}` }
    const confirmed = await confirmCalls(question, [{ call: 'startSeason', body: { season_year: next } }])
    if (confirmed !== undefined) await start.run(confirmed)
  }
  return (
    <Card title={`Start the ${next} season`}>
      <dl className={styles.facts}>
        <div>
          <dt>Stays as it is</dt>
          <dd>
            The rules, who may join, reminders and news. {entryFee(rules)}Rules can be changed until week 1 of {next} locks.
          </dd>
        </div>
        <div>
          <dt>Members are asked</dt>
          <dd>
            “Same again?” on their dashboard. One tap keeps an entry with its name, unpaid and with all teams to choose from.
          </dd>
        </div>
        <div>
          <dt>Entries that nobody renews</dt>
          <dd>sit the season out. You can renew them for their owners here.</dd>
        </div>
        <div>
          <dt>Earlier seasons</dt>
          <dd>keep their rules, standings, proofs and payments. Record payments that are still due before you start.</dd>
        </div>
      </dl>
      {running !== null && <p className="note">{running}</p>}
      <Checkbox
        label={
          audience === 'admins' ? 'Also ask by mail: only admins, because this is a rehearsal' : 'Also ask everybody by mail'
        }
        checked={asksByMail}
        onChange={(event) => setAsksByMail(event.target.checked)}
      />
      <div>
        <Button
          variant={isQuiet ? 'secondary' : 'primary'}
          pending={start.pending}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={ask}
        >
          Start the {next} season
        </Button>
      </div>
      <ErrorText>{start.error}</ErrorText>
    </Card>
  )
}

function entryFee({ entry_fee_cents }: PoolView['rules']): string {
  return entry_fee_cents === null ? '' : 'The entry fee is asked for again. '
}

/** Says that the current season is not decided; null if it is. */
function stillRunning(season: SeasonView): string | null {
  if (seasonOutcomeOf(season).status === 'finished') return null
  const standings = standingsOf(season)
  const alive = participantsOf(season).filter(({ id }) => standings.get(id)?.status === 'alive').length
  return `The ${season.season_year} season is not decided: ${formatCount(alive, 'entry is', 'entries are')} still alive.`
}
