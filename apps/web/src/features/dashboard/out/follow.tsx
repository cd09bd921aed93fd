import type { SeasonEntry, SeasonView, WeekView } from '@outlast/contract/live'
import { pickedTeams, resultsOf, standingsOf } from '@outlast/views'
import { weekLabel } from '@outlast/domain/rules'
import { useState } from 'react'
import { Link } from 'wouter'
import { naturalOrder } from '../../../lib/natural-order.ts'
import { textMatcher } from '../../../lib/text-search.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { fateOf } from '../../../pool/fate.ts'
import { gameOfTeam } from '../../../pool/pick-rules.ts'
import { Scorebug } from '../../../pool/scorebug/scorebug.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useFollowed } from './followed.ts'
import styles from './follow.module.css'

interface FollowProps {
  /** The view of the week; undefined until it has arrived. */
  readonly view: WeekView | undefined
  readonly season: SeasonView
}

/** For a member whose entries are all out: one of those that are left, with its game, as an own one was shown. */
export function Follow({ view, season }: FollowProps) {
  const [id, follow] = useFollowed(season.season_year)
  const standings = standingsOf(season)
  const left = season.entries.filter((entry) => standings.get(entry.id)?.status === 'alive')
  const followed = season.entries.find((entry) => entry.id === id)
  if (left.length === 0) return null
  if (followed === undefined) return <Choose left={left} onChoose={follow} />
  return (
    <Card
      title="You follow"
      actions={
        <Button size="small" variant="quiet" onClick={() => follow(null)}>
          Follow another
        </Button>
      }
    >
      <Followed entry={followed} view={view} season={season} />
    </Card>
  )
}

/** How many entries are offered at first. */
const OFFERED = 7

interface ChooseProps {
  readonly left: readonly SeasonEntry[]
  readonly onChoose: (id: number) => void
}

function Choose({ left, onChoose }: ChooseProps) {
  const [search, setSearch] = useState('')
  const matches = textMatcher(search)
  const found = naturalOrder(left, ({ name }) => name).filter(({ name, user_name }) => matches([name, user_name]))
  const title = left.length === 1 ? 'Follow the last one' : `Follow the last ${formatNumber(left.length)}`
  return (
    <Card title={title}>
      <p className="note">Choose an entry to see its game here. Only this device keeps your choice.</p>
      {left.length > OFFERED && (
        <TextField
          label="Find an entry"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul className={styles.list}>
        {found.slice(0, OFFERED).map(({ id, name, user_name: owner }) => (
          <li key={id} className={styles.row}>
            <Name id={id} name={name} owner={owner} />
            <Button size="small" aria-label={`Follow ${name}`} onClick={() => onChoose(id)}>
              Follow
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="note">No entry that is left has this name.</p>}
    </Card>
  )
}

interface FollowedProps extends FollowProps {
  readonly entry: SeasonEntry
}

function Followed({ entry, view, season }: FollowedProps) {
  const standing = standingsOf(season).get(entry.id) ?? null
  const isLocked = view?.week.is_locked === true
  const row = view?.entries.find(({ id }) => id === entry.id)
  const results = view === undefined ? null : resultsOf(view)
  const bugs = (isLocked && row !== undefined ? pickedTeams(row) : []).flatMap((team) => {
    const game = gameOfTeam(view?.games ?? [], team)
    if (game === undefined) return []
    const { fate, words } = fateOf(game, team, { standing, result: results?.get(team) ?? 'tbd', lostLife: false })
    return [{ team, game, fate, words }]
  })
  const [first] = bugs
  const words =
    first?.words ??
    (standing?.status === 'out'
      ? `Out in week ${weekLabel(standing.eliminatedWeek)}`
      : isLocked
        ? 'No pick this week'
        : 'Its pick opens at the lock')
  return (
    <div className="stack2">
      <p className={styles.head} data-fate={first?.fate ?? (standing?.status === 'out' ? 'out' : 'waiting')}>
        <Name id={entry.id} name={entry.name} owner={entry.user_name} />
        <span className={styles.fate}>{words}</span>
      </p>
      {bugs.map(({ team, game }) => (
        <Scorebug key={team} team={team} game={game} isAuto={row?.is_auto === true} />
      ))}
    </div>
  )
}

const Name = ({ id, name, owner }: { readonly id: number; readonly name: string; readonly owner: string }) => (
  <span className={styles.name}>
    <Link to={`/entry/${id}`}>{name}</Link> <span className={styles.owner}>{owner}</span>
  </span>
)
