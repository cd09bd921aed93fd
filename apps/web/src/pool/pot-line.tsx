import type { ReactNode } from 'react'
import { useTopicView } from '../live/use-topic.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { PotLineProps } from './pot-line-content.tsx'
import styles from './pot-line.module.css'

const PotLineContent = lazyPart(() => import('./pot-line-content.tsx').then((module) => module.PotLineContent), {
  placeholder: <p className={styles.pot}>&nbsp;</p>,
  Failure: () => null,
})

/** What the entries play for, in one line. Nothing unless the rules show the pot to everybody. */
export function PotLine(props: PotLineProps): ReactNode {
  const isPublic = useTopicView('pool', (pool) => pool.rules.pot_public) === true
  return isPublic && <PotLineContent {...props} />
}
