import { type ReactNode, useState } from 'react'
import { useWide } from '../../components/admin/use-wide.ts'
import styles from './people.module.css'

/** A part of the screen that is open on a laptop, and folded away on a phone. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const wide = useWide()
  const [open, setOpen] = useState(wide)
  return (
    <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.foldTitle}>
        <h2>{title}</h2>
      </summary>
      <div className={styles.foldBody}>{children}</div>
    </details>
  )
}
