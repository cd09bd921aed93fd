import type { ReactNode } from 'react'
import { AutoPickSteps } from './auto-pick-steps.tsx'
import { consequenceOf, type ExplainedRule } from './consequences.ts'
import styles from './rule-book.module.css'
import { Explained, RuleChoice, RuleText } from './rule-field.tsx'
import type { RuleDraft } from './use-rule-draft.ts'

const MISSED_PICK = [
  { value: 'survives', label: 'Survives the week' },
  { value: 'eliminated', label: 'Is out once every game is final' },
  { value: 'auto', label: 'Gets an automatic pick at the lock' },
]
const MISSED_PICK_WITH_LIVES = MISSED_PICK.map((option) =>
  option.value === 'eliminated' ? { ...option, label: 'Loses a life once every game is final' } : option,
)
const TEAM_LOCK = [
  { value: 'week', label: 'At the week’s lock only' },
  { value: 'kickoff', label: 'At the lock, or at kickoff if earlier' },
]
const LIVES = ['1', '2', '3'].map((value) => ({ value, label: value }))
const BUYBACK = [
  { value: 'no', label: 'Not possible' },
  { value: 'yes', label: 'Possible, when an admin confirms' },
]
const LATE_ENTRIES = [
  { value: 'allowed', label: 'Can join at any time' },
  { value: 'closed', label: 'Close when Week 1 locks' },
]
const POT = [
  { value: 'no', label: 'Admins only' },
  { value: 'yes', label: 'Everybody' },
]

interface RuleGroupsProps {
  readonly draft: RuleDraft
  readonly disabled: boolean
}

/** The controls of all rules in groups, each with what its value means. */
export function RuleGroups({ draft: { fields, values }, disabled }: RuleGroupsProps) {
  const explain = (rule: ExplainedRule, children: ReactNode) => (
    <Explained consequence={consequenceOf(rule, values)}>{children}</Explained>
  )
  const missed = values.lives === '1' ? MISSED_PICK : MISSED_PICK_WITH_LIVES
  return (
    <div className={styles.groups}>
      <Group title="Picks and losses">
        {explain(
          'missed_pick',
          <RuleChoice label="An entry without a pick" options={missed} draft={fields.missed_pick} disabled={disabled} />,
        )}
        {explain(
          'team_lock',
          <RuleChoice label="Teams close" options={TEAM_LOCK} draft={fields.team_lock} disabled={disabled} />,
        )}
        {explain('lives', <RuleChoice label="Lives" options={LIVES} draft={fields.lives} disabled={disabled} />)}
        {values.missed_pick === 'auto' && (
          <>
            {explain('auto_pick', <AutoPickSteps draft={fields.auto_pick} disabled={disabled} />)}
            {explain(
              'max_auto_picks',
              <RuleText label="Automatic picks per season" draft={fields.max_auto_picks} disabled={disabled} maxLength={2} />,
            )}
          </>
        )}
        {explain(
          'buyback',
          <>
            <RuleChoice label="Buying back in" options={BUYBACK} draft={fields.buyback} disabled={disabled} />
            {values.buyback === 'yes' && (
              <div className={styles.pair}>
                <RuleText label="Until week" draft={fields.buyback_until} disabled={disabled} maxLength={2} />
                <RuleText label="Times" draft={fields.buyback_max} disabled={disabled} maxLength={2} />
                <RuleText label="Buyback fee" kind="amount" draft={fields.buyback_fee} disabled={disabled} maxLength={9} />
              </div>
            )}
          </>,
        )}
      </Group>
      <Group title="Entries">
        {explain(
          'late_entries',
          <RuleChoice label="New entries" options={LATE_ENTRIES} draft={fields.late_entries} disabled={disabled} />,
        )}
        {explain(
          'max_entries',
          <RuleText
            label="Most entries per member"
            hint="Leave empty for no limit"
            empty="no limit"
            draft={fields.max_entries}
            disabled={disabled}
          />,
        )}
      </Group>
      <Group title="Money">
        {explain(
          'entry_fee',
          <div className={styles.pair}>
            <RuleText label="Entry fee" kind="amount" draft={fields.entry_fee} disabled={disabled} maxLength={9} />
            <RuleText label="Currency" kind="letters" draft={fields.currency} disabled={disabled} maxLength={3} />
          </div>,
        )}
        {explain(
          'club_share',
          <RuleText label="Percent that the club keeps" draft={fields.club_share} disabled={disabled} maxLength={3} />,
        )}
        {explain(
          'unpaid_after',
          <RuleText
            label="Last week for unpaid entries"
            hint="Leave empty for no limit"
            empty="no limit"
            draft={fields.unpaid_after}
            disabled={disabled}
            maxLength={2}
          />,
        )}
        {explain(
          'pot_public',
          <RuleChoice label="Who sees the pot" options={POT} draft={fields.pot_public} disabled={disabled} />,
        )}
      </Group>
    </div>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.group} data-wide="" role="group" aria-label={title}>
      <p className={styles.groupTitle}>{title}</p>
      {children}
    </div>
  )
}
