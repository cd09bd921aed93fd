import type { ReactNode } from 'react'
import styles from './screen-reader.module.css'

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}

/** Returns props that make screen readers read an element, drawn with text and shapes, as one name. */
export const asImage = (label: string) => ({ role: 'img', 'aria-label': label }) as const
