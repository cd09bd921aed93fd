import { type GameInfo, type WeekView } from '@outlast/contract/live'
import { blockingGames, canCloseWeek } from '@outlast/views'
import { isListed, weekLabel } from '@outlast/domain/rules'
import Pencil from 'lucide-react/icons/pencil'
import { useMemo, useState } from 'react'
import { easternDay, easternClock } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { CloseWeek } from '../../desk/games-by-hand/close-week.tsx'
import { GameDialog } from '../../desk/games-by-hand/game-dialog.tsx'
import { troubleText, waitingText } from '../../desk/games-by-hand/hand-text.ts'
import { useMay } from '../../desk/may.ts'
import { ReturnGame } from '../../desk/games-by-hand/return-game.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { byHandText, gameName, gameStatusText, scoreText } from '../../pool/pool-text.ts'
import { TeamChip } from '../../pool/team-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { useNarrowerThan } from '../../lib/use-media.ts'
import styles from './admin-weeks.module.css'

const MINUTE_MS = 60_000

const STATUS: Column<GameInfo> = { key: 'status', header: 'Status', width: 80, cell: gameStatusText }
const SCORE: Column<GameInfo> = { key: 'score', header: 'Score', width: 64, align: 'end', cell: scoreOf }
const COLUMNS: readonly Column<GameInfo>[] = [
  { key: 'kickoff', header: 'Kickoff', width: 152, cell: (game) => kickoffText(game, easternDay(game.start_time)) },
  { key: 'away', header: 'Away', width: 58, cell: (game) => <TeamChip abbr={game.away_team_abbr} /> },
  { key: 'home', header: 'Home', width: 58, cell: (game) => <TeamChip abbr={game.home_team_abbr} /> },
  STATUS,
  SCORE,
]
/** On a phone the score comes before the status, so that it stays in view. */
const NARROW_COLUMNS: readonly Column<GameInfo>[] = [
  { key: 'kickoff', header: 'Kickoff', width: 92, cell: (game) => kickoffText(game, easternDay(game.start_time).slice(0, 3)) },
  { key: 'game', header: 'Game', width: 92, cell: teamsOf },
  SCORE,
  STATUS,
]

const kickoffText = (game: GameInfo, day: string): string =>
  game.kickoff_known ? `${day} ${easternClock(game.start_time)}` : `${day} time TBD`

function scoreOf({ away_score, home_score }: GameInfo): string {
  return away_score === null || home_score === null ? '–' : `${away_score}–${home_score}`
}

function teamsOf({ away_team_abbr: away, home_team_abbr: home }: GameInfo) {
  return (
    <span className={styles.matchup}>
      <TeamChip abbr={away} />
      <VisuallyHidden> at </VisuallyHidden>
      <TeamChip abbr={home} />
    </span>
  )
}

/** The games of the selected week, each with what an admin can set by hand. */
export function GamesCard({ view }: { readonly view: WeekView }) {
  const { week, games } = view
  const [chosen, setChosen] = useState<number>()
  const [reason, setReason] = useState('')
  const isNarrow = useNarrowerThan(760)
  const columns = useMemo(() => [handColumn(setChosen), ...(isNarrow ? NARROW_COLUMNS : COLUMNS)], [isNarrow])
  const game = games.find(({ id }) => id === chosen)
  return (
    <Card title="Games" actions={games.length > 0 && <p className="note">Kickoffs in ET</p>}>
      <BlockingNote view={view} />
      <DataTable
        label={`Games of week ${weekLabel(week.week_number)}`}
        rows={games}
        columns={columns}
        rowKey={({ id }) => id}
        maxHeight={600}
        empty={
          <EmptyState title="No games yet">
            Press <em>Sync ESPN Games</em> to fetch them. Until then, any of the 32 teams can be picked.
          </EmptyState>
        }
      />
      <GamesByHand games={games} />
      {game !== undefined && (
        <GameDialog key={game.id} game={game} reason={reason} onSaved={setReason} onClose={() => setChosen(undefined)} />
      )}
    </Card>
  )
}

/** It comes first, so that it is in view on a phone. */
function handColumn(onChoose: (id: number) => void): Column<GameInfo> {
  return {
    key: 'hand',
    header: '',
    headerLabel: 'Set by hand',
    width: 40,
    cell: (game) =>
      isListed(game) && (
        <Button
          size="small"
          variant="quiet"
          className={styles.icon}
          aria-label={`Set ${gameName(game)}`}
          onClick={() => onChoose(game.id)}
        >
          <Pencil size={16} aria-hidden="true" />
        </Button>
      ),
  }
}

/** Says what keeps a locked week from being complete, and offers to close it without that. Nothing while games are played. */
function BlockingNote({ view }: { readonly view: WeekView }) {
  const now = useSiteNow(MINUTE_MS)
  const mayClose = useMay('closeWeek')
  const waiting = view.week.is_locked ? blockingGames(view) : []
  const lines = waiting.flatMap((blocking) => {
    const trouble = troubleText(blocking.game, now)
    return trouble === undefined ? [] : [{ id: blocking.game.id, text: waitingText(blocking, trouble) }]
  })
  if (lines.length === 0) return null
  const canClose = mayClose && canCloseWeek(view)
  return (
    <div className={styles.notice}>
      <ul className={styles.plain}>
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        <li className="note">
          {canClose ? 'Wait, set the game, or close the week without it.' : 'Wait for the scoreboard, or set the game.'}
        </li>
      </ul>
      {canClose && <CloseWeek week={view.week} games={waiting.map(({ game }) => game)} />}
    </div>
  )
}

/** The games that an admin decided about, with the way back to the scoreboard. */
function GamesByHand({ games }: { readonly games: readonly GameInfo[] }) {
  const decided = games.filter(({ decided_by }) => decided_by !== null)
  if (decided.length === 0) return null
  return (
    <section aria-label="Set by hand">
      <ul className={styles.plain}>
        {decided.map((game) => (
          <li key={game.id} className={styles.byHand}>
            <p>
              <strong>{scoreText(game)}</strong> {gameStatusText(game)}
              {game.decided_by && <span className="note"> {byHandText(game.decided_by)}</span>}
            </p>
            <ReturnGame game={game} />
          </li>
        ))}
      </ul>
    </section>
  )
}
