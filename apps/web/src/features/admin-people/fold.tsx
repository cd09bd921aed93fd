import { type ReactNode, useState } from 'react'
import { useWideLayout } from '../../lib/use-media.ts'
import styles from './people.module.css'

/** A part of the screen that is open on a laptop, and folded away on a phone. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const wide = useWideLayout()
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
