import { type ReactNode, useId } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly title: string
  readonly children: ReactNode
}

/** Something that the user should know and can do something about. */
export function Notice({ title, children }: NoticeProps): ReactNode {
  const id = useId()
  return (
    <aside className={styles.notice} aria-labelledby={id}>
      <p className="warn" id={id}>
        {title}
      </p>
      {children}
    </aside>
  )
}
