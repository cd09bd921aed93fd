import { type ReactNode, useMemo } from 'react'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { kickoffOrScore } from '../../../components/pool/pool-text.ts'
import { Skeleton } from '../../../components/ui/loading.tsx'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { type GameOption, type PickOptions, pickOptions, type TeamOption } from './pick-options.ts'
import { TeamButton } from './team-button.tsx'
import styles from './team-picker.module.css'

interface TeamPickerProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  readonly selected: string | null
  readonly onSelect: (abbr: string) => void
  readonly onClose: () => void
}

/** The dialog in which a member selects a team. Teams that cannot be picked stay visible and say why. */
export function TeamPicker({ entry, week, games, teamLock, selected, onSelect, onClose }: TeamPickerProps) {
  const now = useSiteNow(1_000)
  const { used } = entry
  const options = useMemo(
    () => (games === null ? null : pickOptions({ games, ineligible: week.ineligible_teams, used, teamLock, now })),
    [games, week.ineligible_teams, used, teamLock, now],
  )
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={`Week ${week.week_number}: pick for ${entry.name}`}>
      {options === null ? <Skeleton height={480} /> : <Options options={options} selected={selected} onSelect={onSelect} />}
    </Dialog>
  )
}

interface OptionsProps {
  readonly options: PickOptions
  readonly selected: string | null
  readonly onSelect: (abbr: string) => void
}

function Options({ options, selected, onSelect }: OptionsProps) {
  const button = (option: TeamOption) => (
    <TeamButton key={option.abbr} option={option} isSelected={option.abbr === selected} onSelect={onSelect} />
  )
  return (
    <div className={styles.options} data-teams="">
      {options.days.map(({ day, games }) => (
        <section key={day} className={styles.day}>
          <h3 className={styles.heading}>{day}</h3>
          <ul className={styles.games}>
            {games.map((game, index) => (
              <GameRow key={game.game.id} game={game} previous={games[index - 1]} button={button} />
            ))}
          </ul>
        </section>
      ))}
      {options.others.length > 0 && (
        <section className={styles.day}>
          <h3 className={styles.heading}>{options.hasGames ? 'On bye' : 'All teams'}</h3>
          {!options.hasGames && <p className={styles.note}>This week’s games are not known yet, so you can pick any team.</p>}
          <div className={styles.others}>{options.others.map(button)}</div>
        </section>
      )}
    </div>
  )
}

interface GameRowProps {
  readonly game: GameOption
  /** The game above. A kickoff appears once for consecutive games that share it; a score, with its own game. */
  readonly previous: GameOption | undefined
  readonly button: (option: TeamOption) => ReactNode
}

function GameRow({ game, previous, button }: GameRowProps) {
  const time = kickoffOrScore(game.game)
  return (
    <li className={styles.game}>
      {(previous === undefined || kickoffOrScore(previous.game) !== time) && <p className={styles.kickoff}>{time}</p>}
      {button(game.away)}
      <span className={styles.at}>at</span>
      {button(game.home)}
    </li>
  )
}
