import { isCalledOff } from '@outlast/domain/rules'
import { useState } from 'react'
import { useTopicView } from '../../../live/use-topic.ts'
import { type PickDraft, useUnsavedDrafts } from '../../../pick-drafts/pick-drafts.ts'
import { useUser } from '../../../session/session.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { gameOfTeam, hasKickedOff } from '../../../pool/pick-rules.ts'
import { isDrafted, isOpenPlace, placesOf } from '../board/places.ts'

type Drafts = readonly Pick<PickDraft, 'entryId' | 'slot' | 'team'>[]

/** What an entry cannot have besides its other picks of the week. */
interface TakenRules {
  readonly drafts: Drafts
  readonly games: readonly BoardGame[]
  /** Whether an entry can pick both teams of a game. */
  readonly areOpponentsAllowed: boolean
}

/** Returns the teams that a place cannot have because of the entry's other picks and choices of the week, with the reason. */
export function takenTeams(place: BoardEntry, { drafts, games, areOpponentsAllowed }: TakenRules): ReadonlyMap<string, string> {
  const taken = new Map<string, string>()
  if (place.several === undefined) return taken
  const others = placesOf(place).filter(({ several }) => several?.slot !== place.several?.slot)
  const picked = others.flatMap(({ id, pick, several }) => {
    const slot = several?.slot ?? 1
    const drafted = drafts.filter((draft) => draft.entryId === id && draft.slot === slot).map(({ team }) => team)
    return [...(pick === null ? [] : [pick.team]), ...drafted].map((team) => ({ team, slot }))
  })
  for (const { team, slot } of picked) {
    const game = gameOfTeam(games, team)
    if (areOpponentsAllowed || game === undefined || isCalledOff(game)) continue
    taken.set(game.home_team_abbr === team ? game.away_team_abbr : game.home_team_abbr, `Plays ${team}, your pick ${slot}`)
  }
  for (const { team, slot } of picked) taken.set(team, `Your pick ${slot}`)
  return taken
}

interface PickerPlacesProps {
  readonly entries: readonly BoardEntry[]
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly selected: string | null
  readonly teamLock: 'week' | 'kickoff'
  /** Site time in milliseconds. */
  readonly now: number
}

/** The places that the picker is for, and, for one entry in a week that takes several picks, the switch between them. */
export function usePickerPlaces({ entries, week, games, selected, teamLock, now }: PickerPlacesProps) {
  const drafts = useUnsavedDrafts(useUser().id, week.id)
  const areOpponentsAllowed = useTopicView('pool', ({ rules }) => rules.opponents === 'allowed') === true
  const [only, ...others] = entries
  const [slot, setSlot] = useState(only?.several?.slot ?? 1)
  const taken = (place: BoardEntry) => takenTeams(place, { drafts, games: games ?? [], areOpponentsAllowed })
  if (only?.several === undefined || others.length > 0) {
    const inWeek = (place: BoardEntry) => [...taken(place).keys()].map((team) => [team, week.week_number] as const)
    const used = entries.map((place) => new Map([...inWeek(place), ...place.used]))
    return { entries, used, selected, taken: undefined, choices: [], slot, setSlot, next: undefined }
  }
  const places = placesOf(only)
  const place = places[slot - 1] ?? only
  const teamOf = ({ id, pick, several }: BoardEntry) =>
    drafts.find((draft) => draft.entryId === id && draft.slot === several?.slot)?.team ?? pick?.team ?? null
  const isStuck = ({ pick }: BoardEntry) =>
    teamLock === 'kickoff' && pick !== null && hasKickedOff(gameOfTeam(games ?? [], pick.team), now)
  const open = places.filter((other) => isOpenPlace(other) && !isDrafted(drafts, other) && other !== place)
  return {
    entries: [place],
    used: [place.used],
    selected: teamOf(place),
    taken: taken(place),
    choices: places
      .filter((other) => other === place || !isStuck(other))
      .map((other) => ({ slot: other.several?.slot ?? 1, team: teamOf(other) })),
    slot,
    setSlot,
    /** The slot to choose a team for after this one; undefined when all have one. */
    next: open[0]?.several?.slot,
  }
}
