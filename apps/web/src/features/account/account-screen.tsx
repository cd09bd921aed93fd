import type { ReactNode } from 'react'

export function AccountScreen(): ReactNode {
  return <p>AccountScreen</p>
}
