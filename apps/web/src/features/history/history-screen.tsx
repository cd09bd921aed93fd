import type { ReactNode } from 'react'

export function HistoryScreen(): ReactNode {
  return <p>HistoryScreen</p>
}
