import type { ReactNode } from 'react'
import { useTopicView } from '../live/use-topic.ts'
import styles from './rehearsal.module.css'

/** Whether site time is overridden, so that what happens is a rehearsal. */
export function useIsRehearsal(): boolean {
  return useTopicView('pool', ({ site_time }) => site_time !== null) === true
}

/** Says beside a button that sends something that this is a rehearsal, and whom it reaches nevertheless. */
export function RehearsalNote({ children }: { readonly children: ReactNode }): ReactNode {
  if (!useIsRehearsal()) return null
  return (
    <p className={styles.note} role="note">
      This is a rehearsal: site time is overridden. {children}
    </p>
  )
}
