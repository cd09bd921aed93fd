import type { PoolRules } from '@outlast/domain/pool-rules'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import styles from './rule-book.module.css'

const Lab = lazyPart(() => import('../rules-lab/rules-lab.tsx').then(({ RulesLab }) => RulesLab), {
  placeholder: <Skeleton height={320} />,
})

/** The rules lab, which loads and computes once it is opened. */
export function RulesLabFold({ rules }: { readonly rules: PoolRules }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.details} data-wide="" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Try these rules on real seasons</summary>
      {isOpen && <Lab rules={rules} />}
    </details>
  )
}
