import type { ReactNode } from 'react'
import styles from './screen-reader.module.css'

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}

/** Props of something drawn with text and shapes that is to be read as one name. An `<img>` cannot hold what it is made of. */
export function asImage(label: string) {
  return { role: 'img', 'aria-label': label } as const
}
