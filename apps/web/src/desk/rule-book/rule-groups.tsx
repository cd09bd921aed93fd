import { meaningOf, POOL_RULES, RULE_GROUPS, RULE_NAMES, type RuleName } from '@outlast/domain/pool-rules'
import type { ReactNode } from 'react'
import styles from './rule-book.module.css'
import { RuleControls } from './rule-controls.tsx'
import { Explained } from './rule-field.tsx'
import { conflictOf } from './rule-values.ts'
import type { RuleDraft } from './use-rule-draft.ts'

const TITLES: { readonly [G in (typeof RULE_GROUPS)[number]]: string } = {
  picks: 'Picks and losses',
  entries: 'Entries',
  money: 'Money',
}

interface RuleGroupsProps {
  readonly draft: RuleDraft
  readonly disabled: boolean
  /** Rules whose controls are elsewhere on the page. */
  readonly without?: readonly RuleName[]
}

/** The controls of all rules in groups, each with what its value means. */
export function RuleGroups({ draft, disabled, without = [] }: RuleGroupsProps) {
  const isShown = (name: RuleName) => !without.includes(name) && POOL_RULES[name].control.shownIf?.(draft.rules) !== false
  return (
    <div className={styles.groups}>
      {RULE_GROUPS.map((group) => (
        <Group key={group} title={TITLES[group]}>
          {rowsOf(RULE_NAMES.filter((name) => POOL_RULES[name].group === group && isShown(name))).map((row) => (
            <Explained key={row[0]} consequence={meaningOf(row[0], draft.rules)} conflict={conflictOf(row[0], draft.rules)}>
              <Row>
                {row.map((name) => (
                  <RuleControls key={name} name={name} draft={draft} disabled={disabled} />
                ))}
              </Row>
            </Explained>
          ))}
        </Group>
      ))}
    </div>
  )
}

/** Rules side by side share a row. */
function rowsOf(names: readonly RuleName[]): readonly (readonly [RuleName, ...RuleName[]])[] {
  const rows: [RuleName, ...RuleName[]][] = []
  for (const name of names) {
    const last = rows.at(-1)
    if (POOL_RULES[name].control.isBeside === true && last !== undefined) last.push(name)
    else rows.push([name])
  }
  return rows
}

function Row({ children }: { readonly children: readonly ReactNode[] }) {
  return children.length === 1 ? children : <div className={styles.pair}>{children}</div>
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.group} data-wide="" role="group" aria-label={title}>
      <p className={styles.groupTitle}>{title}</p>
      {children}
    </div>
  )
}
