import type { ReactNode } from 'react'

export function TheGrid({ embedded }: { readonly embedded: true }): ReactNode {
  return <p>TheGrid</p>
}
