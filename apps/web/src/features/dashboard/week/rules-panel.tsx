import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../../components/ui/loading.tsx'
import type { Board } from '../board/board.ts'
import styles from './rules-panel.module.css'

const RulesList = lazy(async () => ({ default: (await import('./rules-list.tsx')).RulesList }))

/** The pool's rules, collapsed at first. */
export function RulesPanel({ week, rules }: Pick<Board, 'week' | 'rules'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.panel} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>Pool rules</h2>
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <RulesList key={JSON.stringify([week?.season_year, rules])} />
        </Suspense>
      )}
    </details>
  )
}
