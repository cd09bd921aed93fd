import type { ReactNode } from 'react'
import { AccountScreen } from '../../features/account/account-screen.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Fold } from './fold.tsx'
import { ThisDevice } from './this-device.tsx'
import { DuesPanel } from '../../features/money/dues-panel.tsx'

const TokensPanel = lazyPart(() => import('../../features/account/tokens-panel.tsx').then((module) => module.TokensPanel), {
  placeholder: <Skeleton lines={2} />,
})

/** The account, with what its entries owe. */
export function AccountPage(): ReactNode {
  return <AccountScreen dues={<DuesPanel />} device={<ThisDevice />} programs={<Programs />} />
}

function Programs(): ReactNode {
  return (
    <Fold title="Tokens for programs" lead="Let a program act for you">
      <TokensPanel />
    </Fold>
  )
}
