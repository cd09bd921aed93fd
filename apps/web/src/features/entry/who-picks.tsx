import type { ProxiedEntry, UserEntry } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProxyLine } from '../../pool/proxies/proxy-line.tsx'

const ProxyDialog = lazyPart(() => import('../../pool/proxies/proxy-dialog.tsx').then((module) => module.ProxyDialog))

interface WhoPicksProps {
  /** Undefined for everybody but the owner. */
  readonly own: UserEntry | undefined
  /** Undefined for everybody but the member who picks for the owner. */
  readonly proxied: ProxiedEntry | undefined
  readonly isAlive: boolean
}

/** Who picks for the entry's owner, with the button that ends it, or the one with which the owner lets somebody. */
export function WhoPicks({ own, proxied, isAlive }: WhoPicksProps): ReactNode {
  const [isNaming, setNaming] = useState(false)
  if (proxied !== undefined) {
    return <ProxyLine entryId={proxied.id} proxy={{ ...proxied, isOwner: false, name: proxied.owner_name }} />
  }
  if (own === undefined) return null
  if (own.proxy !== undefined) {
    return <ProxyLine entryId={own.id} proxy={{ ...own.proxy, isOwner: true, name: own.proxy.user_name }} />
  }
  if (!isAlive || own.is_paper === true) return null
  return (
    <Card title="Away for a while?">
      <p>Another member can see and make the picks of this entry until a time that you choose.</p>
      <div className="wrap">
        <Button onClick={() => setNaming(true)}>Let somebody pick for you</Button>
      </div>
      {isNaming && <ProxyDialog entry={own} onClose={() => setNaming(false)} />}
    </Card>
  )
}
