import { weekLabel } from '@outlast/domain/rules'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { VisuallyHidden } from '../../../ui/screen-reader.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { hasBegun, kickoffOrScore } from '../../../pool/pool-text.ts'
import { Skeleton } from '../../../ui/loading.tsx'
import { textMatcher } from '../../../lib/text-search.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useTopicView } from '../../../live/use-topic.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import type { GameOption, PickOptions, TeamOption } from './pick-options.ts'
import type { usePickerPlaces } from './picker-places.ts'
import { TeamButton } from './team-button.tsx'
import styles from './team-picker.module.css'
import { usePickOptions } from './use-pick-options.ts'

interface TeamPickerProps {
  /** The entries that the team is for. */
  readonly entries: readonly BoardEntry[]
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  /** The team of the only entry's pick. */
  readonly selected: string | null
  /** Called with the entries that can have the team, each as the place that it is for. */
  readonly onSelect: (abbr: string, able: readonly BoardEntry[]) => void
  readonly onClose: () => void
}

/** The dialog in which a member selects a team. Teams that cannot be picked stay visible and say why. */
export function TeamPicker({ week, games, teamLock, onSelect, onClose, ...asked }: TeamPickerProps) {
  const { places, options, isLoser } = usePickOptions({ ...asked, week, games, teamLock })
  const { entries, used, taken, slot } = places
  const [only, ...others] = entries
  const title = others.length === 0 ? only?.name : `${entries.length} entries`
  const choose = (team: string): void => {
    const isTaken = (_: BoardEntry, index: number) => used[index]?.has(team) === true
    onSelect(
      team,
      entries.filter((entry, index) => !isTaken(entry, index)),
    )
    if (places.next === undefined) onClose()
    else places.setSlot(places.next)
  }
  const what =
    taken === undefined ? (isLoser ? 'pick a team to lose' : 'pick') : `pick ${slot} of ${week.picks}${isLoser ? ' to lose' : ''}`
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => open || onClose()}
      title={`Week ${weekLabel(week.week_number)}: ${what} for ${title}`}
    >
      {places.choices.length > 1 && <PlaceSwitch {...places} />}
      {options === null ? (
        <Skeleton height={480} />
      ) : (
        <Options key={slot} options={options} selected={places.selected} onSelect={choose} />
      )}
      {only !== undefined && others.length === 0 && <RankingLink entry={only} />}
    </Dialog>
  )
}

/** Switches between the picks that the week takes from an entry. */
function PlaceSwitch({ choices, slot, setSlot }: Pick<ReturnType<typeof usePickerPlaces>, 'choices' | 'slot' | 'setSlot'>) {
  return (
    <div className={styles.switch}>
      <SegmentedControl
        label="Which pick"
        value={String(slot)}
        options={choices.map((choice) => ({
          value: String(choice.slot),
          label: `Pick ${choice.slot}${choice.team === null ? '' : `: ${choice.team}`}`,
        }))}
        onChange={(value) => setSlot(Number(value))}
      />
      <VisuallyHidden>
        <span role="status">Choosing pick {slot}</span>
      </VisuallyHidden>
    </div>
  )
}

function RankingLink({ entry }: { readonly entry: BoardEntry }) {
  const hasList = useTopicView('pool', ({ rules }) => rules.missed_pick === 'auto' && rules.auto_pick.includes('my_list'))
  if (hasList !== true) return null
  return (
    <p className="muted">
      <Link to={`/entries/${entry.id}/ranking`}>My ranking for automatic picks</Link>
    </p>
  )
}

const hasChances = (games: PickOptions['days'][number]['games']): boolean =>
  games.some(({ away, home }) => away.facts.chance !== null || home.facts.chance !== null)

interface OptionsProps {
  readonly options: PickOptions
  readonly selected: string | null
  readonly onSelect: (abbr: string) => void
}

function Options({ options, selected, onSelect }: OptionsProps) {
  const [query, setQuery] = useState('')
  const isLaptop = useMedia('(width >= 1024px)')
  const { days, others } = useMemo(() => search(options, query), [options, query])
  const listed = [...days.flatMap(({ games }) => games.flatMap(({ away, home }) => [away, home])), ...others]
  const [focused, setFocused] = useState<string | null>(null)
  const tabStop =
    [focused, selected].find((abbr) => listed.some((option) => option.abbr === abbr)) ??
    (listed.find(({ reason }) => reason === null) ?? listed[0])?.abbr
  const button = (option: TeamOption) => (
    <TeamButton
      key={option.abbr}
      option={option}
      isSelected={option.abbr === selected}
      isTabStop={option.abbr === tabStop}
      onFocus={setFocused}
      onSelect={onSelect}
    />
  )
  return (
    <div className={styles.options}>
      <div className={styles.find}>
        <TextField
          label="Search teams"
          hideLabel
          type="search"
          placeholder="Search teams"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {options.used.length > 0 && (
          <p className="note">
            <strong>Used:</strong> {options.used.map(({ abbr, week }) => `${abbr} (W${weekLabel(week)})`).join(', ')}
          </p>
        )}
      </div>
      <div className={styles.options} data-teams="" role="group" aria-label="Teams">
        {days.map(({ day, games }, index) => (
          <section key={day} className={styles.day}>
            <div className={styles.heading}>
              <h3>{day}</h3>
              {isLaptop && <span className={styles.kickoff}>{kickoffOf(games[0])}</span>}
              {index === 0 && hasChances(games) && (
                <span className={styles.legend} aria-hidden="true">
                  % chance to win
                </span>
              )}
            </div>
            <ul className={styles.games}>
              {games.map((game, index) => (
                <GameRow
                  key={game.game.id}
                  game={game}
                  above={index === 0 && !isLaptop ? undefined : kickoffOf(games[index - 1] ?? game)}
                  button={button}
                />
              ))}
            </ul>
          </section>
        ))}
        {others.length > 0 && (
          <section className={styles.day}>
            <h3 className={styles.heading}>
              {!options.hasGames ? 'All teams' : options.isSlate ? 'Not in this slate' : 'On bye'}
            </h3>
            {!options.hasGames && (
              <p className="muted">
                {options.isSlate
                  ? 'Which games this week has is not known yet. You can pick once your commissioner has fetched them.'
                  : 'This week’s games are not known yet, so you can pick any team.'}
              </p>
            )}
            <div className={styles.others}>{others.map(button)}</div>
          </section>
        )}
        {listed.length === 0 && <p className="muted">No team matches “{query}”.</p>}
      </div>
    </div>
  )
}

/** Keeps the games in which a team matches, and the other teams that match. */
function search({ days, others }: PickOptions, query: string): Pick<PickOptions, 'days' | 'others'> {
  const matches = textMatcher(query)
  const isFound = ({ abbr, city, name }: TeamOption): boolean => matches([abbr, city, name])
  return {
    days: days
      .map(({ day, games }) => ({ day, games: games.filter(({ away, home }) => isFound(away) || isFound(home)) }))
      .filter(({ games }) => games.length > 0),
    others: others.filter(isFound),
  }
}

interface GameRowProps {
  readonly game: GameOption
  /** The kickoff that stands above. It appears once for consecutive games that share it; a score, with its own game. */
  readonly above: string | undefined
  readonly button: (option: TeamOption) => ReactNode
}

/** The kickoff of a game that has not begun. */
const kickoffOf = (option: GameOption | undefined): string | undefined =>
  option === undefined || hasBegun(option.game) ? undefined : kickoffOrScore(option.game)

function GameRow({ game, above, button }: GameRowProps) {
  const time = kickoffOrScore(game.game)
  return (
    <li className={styles.game} data-next={(above !== time && !hasBegun(game.game)) || undefined}>
      {above !== time && <p className={styles.kickoff}>{time}</p>}
      {button(game.away)}
      <span className={styles.at}>at</span>
      {button(game.home)}
    </li>
  )
}
