import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import styles from './closed-pick.module.css'

/** A pick that is hidden from its owner, or the form's place in an entry that has one in another week (docs/rules.md §11.6). */
export function SealedPick({ isOtherWeek }: { readonly isOtherWeek: boolean }): ReactNode {
  return (
    <div className="stack1">
      <div className={styles.row}>
        <Lock size={20} aria-hidden="true" />
        <span className={styles.description}>
          <span className={styles.team}>{isOtherWeek ? 'Picks of this entry are sealed' : 'Sealed pick'}</span>
          <span className={styles.status}>
            {isOtherWeek
              ? 'It has a sealed pick in another week, so it cannot pick now.'
              : 'It counts, and shows when the week locks.'}
          </span>
        </span>
      </div>
    </div>
  )
}
