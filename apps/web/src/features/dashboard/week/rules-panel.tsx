import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import type { Board } from '../board/board.ts'
import styles from './rules-panel.module.css'

const RulesList = lazyPart(() => import('./rules-list.tsx').then((module) => module.RulesList), {
  placeholder: <Skeleton lines={6} />,
})

/** The pool's rules, collapsed at first. */
export function RulesPanel({ week, rules }: Pick<Board, 'week' | 'rules'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.panel} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>Pool rules</h2>
      </summary>
      {isOpen && <RulesList key={JSON.stringify([week?.season_year, rules])} />}
    </details>
  )
}
