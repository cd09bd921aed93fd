import { ButtonLink } from '../../ui/button.tsx'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { useTopic } from '../../live/use-topic.ts'
import { RulesCard } from './rules-card.tsx'

/** The pool's rule book (`/admin/rules`). */
export function RulesScreen() {
  const pool = useTopic('pool')
  return (
    <div className="stack5">
      <PageHeader
        title="Rule Book"
        help="season#which-rule-book"
        lead="How the pool is played. Members see the rules on their dashboard."
        actions={<ButtonLink to="/rules/constitution">Constitution</ButtonLink>}
        back={TO_DESK}
      />
      <LiveBoundary state={pool} skeleton={<Skeleton height={600} />}>
        {({ rules, rules_locked_by_season }) => <RulesCard rules={rules} rules_locked_by_season={rules_locked_by_season} />}
      </LiveBoundary>
    </div>
  )
}
