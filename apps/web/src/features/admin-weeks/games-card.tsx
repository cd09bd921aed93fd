import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { easternDay, easternTimeOfDay } from '../../clock/format.ts'
import { type Column, DataTable } from '../../components/data-table/data-table.tsx'
import { gameStatusText } from '../../components/pool/pool-text.ts'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import { Card } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { useNarrowerThan } from '../../lib/use-media.ts'
import styles from './admin-weeks.module.css'

const TEAMS: readonly Column<GameInfo>[] = [
  { key: 'away', header: 'Away', width: 58, cell: (game) => <TeamChip abbr={game.away_team_abbr} /> },
  { key: 'home', header: 'Home', width: 58, cell: (game) => <TeamChip abbr={game.home_team_abbr} /> },
]
const STATUS: Column<GameInfo> = { key: 'status', header: 'Status', width: 80, cell: gameStatusText }
const SCORE: Column<GameInfo> = { key: 'score', header: 'Score', width: 64, align: 'end', cell: scoreOf }
const COLUMNS: readonly Column<GameInfo>[] = [
  { key: 'kickoff', header: 'Kickoff', width: 152, cell: (game) => kickoffText(game, easternDay(game.start_time)) },
  ...TEAMS,
  STATUS,
  SCORE,
]
/** On a phone the score comes before the status, so that it stays in view. */
const NARROW_COLUMNS: readonly Column<GameInfo>[] = [
  { key: 'kickoff', header: 'Kickoff', width: 92, cell: (game) => kickoffText(game, easternDay(game.start_time).slice(0, 3)) },
  ...TEAMS,
  SCORE,
  STATUS,
]

const kickoffText = (game: GameInfo, day: string): string =>
  game.kickoff_known ? `${day} ${easternTimeOfDay(game.start_time)}` : `${day} time TBD`

function scoreOf({ away_score, home_score }: GameInfo): string {
  return away_score === null || home_score === null ? '–' : `${away_score}–${home_score}`
}

interface GamesCardProps {
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
}

/** The games of the selected week. */
export function GamesCard({ week, games }: GamesCardProps) {
  const isNarrow = useNarrowerThan(760)
  return (
    <Card title="Games" actions={games.length > 0 && <p className={styles.muted}>Kickoffs in Eastern time</p>}>
      <DataTable
        label={`Games of week ${week.week_number}`}
        rows={games}
        columns={isNarrow ? NARROW_COLUMNS : COLUMNS}
        rowKey={(game) => game.id}
        maxHeight={600}
        empty={
          <EmptyState title="No games yet">
            Press <em>Sync ESPN Games</em> to fetch them. Until then, any of the 32 teams can be picked.
          </EmptyState>
        }
      />
    </Card>
  )
}
