import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './password-reset.module.css'

/** A success message with the next step. */
export function Success({ message, children }: { readonly message: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className={styles.success}>
      <CircleCheck aria-hidden size={20} className={styles.mark} />
      <span className="strong">{message}</span>
      <span className={styles.next}>{children}</span>
    </span>
  )
}
