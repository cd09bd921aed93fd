import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import type { Board } from '../board/board.ts'
import styles from './rules-panel.module.css'

const RulesList = lazyPart(() => import('./rules-list.tsx').then((module) => module.RulesList), {
  placeholder: <Skeleton lines={6} />,
})

/** The pool's rules, collapsed at first. */
export function RulesPanel({ week, rules }: Pick<Board, 'week' | 'rules'>) {
  // `/rules` leads here.
  const isAsked = useSearchParams()[0].has('rules')
  const [isOpen, setOpen] = useState(isAsked)
  const panel = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isAsked) panel.current?.scrollIntoView()
  }, [isAsked])
  return (
    <details ref={panel} className={styles.panel} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <h2 className="title">Pool rules</h2>
      </summary>
      {isOpen && <RulesList key={JSON.stringify([week?.season_year, rules])} />}
    </details>
  )
}
