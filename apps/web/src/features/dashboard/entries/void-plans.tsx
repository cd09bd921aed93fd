import { voidPlanText } from '../../../pool/void-plan-text.ts'
import type { BoardEntry } from '../board/board.ts'
import styles from './entries.module.css'

/** Tells the owner which plans can’t stand, in every open week, so that another team is chosen in time (docs/rules.md §3.9). */
export function VoidPlans({ entry }: { readonly entry: BoardEntry }) {
  const voided = entry.openWeeks.filter(({ used_in_week }) => used_in_week !== null)
  return voided.map((week) => (
    <p key={week.week_id} className={styles.notice} role="status">
      {voidPlanText(week)}
    </p>
  ))
}
