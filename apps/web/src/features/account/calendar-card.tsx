import type { CalendarAddress } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { preloadDialog } from '../../ui/overlays/dialog.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText } from '../../lib/copy-text.ts'
import styles from './account.module.css'

const fetchAddress = () => api.call('getCalendarAddress')

/** The address of the member's calendar, with which a calendar program subscribes to the season's locks. */
export function CalendarCard(): ReactNode {
  const query = useQuery(fetchAddress, 'Failed to load your calendar')
  const [made, setMade] = useState<CalendarAddress>()
  const make = useAction(() => write('createCalendarAddress', { body: {} }), { fallback: 'Failed to make a calendar address' })
  const run = async (): Promise<void> => {
    const address = await make.run()
    if (address !== undefined) setMade(address)
  }
  const address = made ?? query.data
  return (
    <Card title="Calendar">
      <p className={styles.muted}>
        Every lock and every first kickoff of the season in your own calendar. It reminds you 3 hours before each lock, moves when
        a lock moves, and never contains picks.
      </p>
      {address === undefined ? (
        query.error === null ? (
          <Skeleton lines={2} />
        ) : (
          <ErrorBox message={query.error} />
        )
      ) : (
        <Address address={address} make={run} isMaking={make.pending} />
      )}
      <ErrorText>{make.error}</ErrorText>
    </Card>
  )
}

interface AddressProps {
  readonly address: CalendarAddress
  readonly make: () => Promise<void>
  readonly isMaking: boolean
}

function Address({ address: { url, created_at }, make, isMaking }: AddressProps): ReactNode {
  const confirm = useConfirm()
  if (url === null) {
    return (
      <>
        {created_at !== null && <p>Your address still works, but it cannot be shown any more. Make a new one to see it.</p>}
        <div className="wrap">
          <Button pending={isMaking} onClick={make}>
            Get my calendar
          </Button>
        </div>
      </>
    )
  }
  const replace = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Make a new address?',
      message: 'Calendars that use the old address stop updating. You have to add the new one to each of them.',
      confirmLabel: 'Make a new address',
    })
    if (isSure) await make()
  }
  return (
    <>
      <TextField
        label="Your calendar’s address"
        value={url}
        readOnly
        hint="Keep it to yourself: everyone who has it can read the calendar."
        onFocus={(event) => event.target.select()}
      />
      <div className="wrap">
        <ButtonLink href={url.replace(/^https?:/, 'webcal:')}>Add to calendar</ButtonLink>
        <Button onClick={() => void copy(url)}>Copy address</Button>
        <Button variant="quiet" pending={isMaking} onFocus={preloadDialog} onClick={replace}>
          New address
        </Button>
      </div>
    </>
  )
}

async function copy(url: string): Promise<void> {
  toast((await copyText(url)) ? 'Address copied' : 'Your browser did not allow copying. Select the address and copy it')
}
