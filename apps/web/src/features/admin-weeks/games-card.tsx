import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { easternTime } from '../../clock/format.ts'
import { gameStatusText } from '../../components/pool/game-text.ts'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import { Card } from '../../components/ui/card.tsx'
import { type Column, DataTable } from '../../components/ui/data-table.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'

const COLUMNS: readonly Column<GameInfo>[] = [
  {
    key: 'kickoff',
    header: 'Kickoff',
    width: 172,
    cell: (game) => (game.kickoff_known ? easternTime(game.start_time) : 'To be set'),
  },
  { key: 'away', header: 'Away', width: 60, cell: (game) => <TeamChip abbr={game.away_team_abbr} /> },
  { key: 'home', header: 'Home', width: 60, cell: (game) => <TeamChip abbr={game.home_team_abbr} /> },
  { key: 'status', header: 'Status', width: 84, cell: gameStatusText },
  { key: 'score', header: 'Score', width: 60, align: 'end', cell: scoreOf },
]

function scoreOf({ away_score, home_score }: GameInfo): string {
  return away_score === null || home_score === null ? '–' : `${away_score}–${home_score}`
}

interface GamesCardProps {
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
}

/** The selected week's games. */
export function GamesCard({ week, games }: GamesCardProps) {
  return (
    <Card title="Games">
      <DataTable
        label={`Games of week ${week.week_number}`}
        rows={games}
        columns={COLUMNS}
        rowKey={(game) => game.id}
        maxHeight={600}
        empty={
          <EmptyState title="No games yet">
            Press <em>Sync ESPN Games</em> to fetch them. Until then any of the 32 teams can be picked.
          </EmptyState>
        }
      />
    </Card>
  )
}
