import type { ReactNode } from 'react'
import styles from './money.module.css'

/** Amounts beside each other. */
export const Facts = ({ children }: { readonly children: ReactNode }): ReactNode => <dl className={styles.fields}>{children}</dl>

interface FactProps {
  readonly label: string
  readonly children: ReactNode
}

/** One fact with its name. */
export function Fact({ label, children }: FactProps): ReactNode {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
