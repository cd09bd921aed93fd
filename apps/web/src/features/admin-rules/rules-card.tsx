import type { PoolView } from '@outlast/contract/live'
import { LoopholeWarning } from '../../desk/rule-book/loophole-warning.tsx'
import { RuleBookForm } from '../../desk/rule-book/rule-book-form.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useTopicView } from '../../live/use-topic.ts'

/** Edits the pool's rules until the season's first week locks. */
export function RulesCard(rules: Pick<PoolView, 'rules' | 'rules_locked_by_season'>) {
  const isFixed = rules.rules_locked_by_season !== null
  const isChosen = useTopicView('admin', ({ setup }) => setup.marks.rules === 'done') ?? true
  return (
    <Card title="Pool rules" actions={<Badge tone={isFixed ? 'neutral' : 'win'}>{isFixed ? 'Fixed' : 'Can be changed'}</Badge>}>
      {!isFixed && <p className="note">They can no longer be changed once the season’s first week locks.</p>}
      <LoopholeWarning staysAfterChoice />
      <RuleBookForm {...rules} isChosen={isChosen} />
    </Card>
  )
}
