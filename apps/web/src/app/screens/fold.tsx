import { type ReactNode, useState } from 'react'
import styles from './fold.module.css'

interface FoldProps {
  readonly title: string
  /** What is inside, in a few words. */
  readonly lead: string
  readonly children: ReactNode
}

/** A part of a page as one line that opens. Its content renders, and loads, when it is opened. */
export function Fold({ title, lead, children }: FoldProps): ReactNode {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details className={styles.fold} onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary className={styles.summary}>
        <h2 className="title">{title}</h2>
        <span className={styles.lead}>{lead}</span>
      </summary>
      {wasOpened && children}
    </details>
  )
}
