import { type SeasonView, type WeekView } from '@outlast/contract/live'
import { chanceOfAny, pickedTeams, weekOddsOf, weekSurvivorsOf } from '@outlast/views'
import { isStillOpen } from '@outlast/domain/rules'
import { chanceOfAtMost, medianSurvivors } from '@outlast/domain/rules'
import { useMemo } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { labelsOf } from '../entry-labels.ts'
import { NamesInText } from '../linked-names.tsx'
import { weekEndText } from '../week-end-text.ts'
import { aliveCountsOf } from './alive-counts.ts'
import { aliveText, percentText, roundSurvivors } from './board-text.ts'
import type { OwnPick } from './game-card.tsx'
import styles from './pool-odds.module.css'

interface PoolOddsProps {
  readonly view: WeekView
  readonly season: SeasonView
  readonly own: readonly OwnPick[]
}

/** The chances of the pool and of the viewer's entries, in sentences. Nothing once every game is over. */
export function PoolOdds({ view, season, own }: PoolOddsProps) {
  const sentences = useMemo(() => sentencesOf({ view, season, own }), [view, season, own])
  if (sentences.length === 0) return null
  return (
    <ul className={`wrap ${styles.odds}`} aria-label="Odds">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function sentencesOf({ view, season, own }: PoolOddsProps): readonly string[] {
  const odds = weekOddsOf(view, season)
  if (odds === null || !odds.games.some(({ game }) => isStillOpen(game))) return []
  const { survivors, games } = odds
  const count = roundSurvivors(medianSurvivors(survivors), survivors.length - 1)
  const { alive } = weekSurvivorsOf(view, season)
  const playing = own.filter(
    ({ id, team }) =>
      alive.has(id) && games.some(({ game, home, away }) => isStillOpen(game) && [home.team, away.team].includes(team)),
  )
  const teams = [...new Set(playing.map(({ team }) => team))]
  const onTeam = (team: string): number =>
    view.entries.filter((entry) => pickedTeams(entry).includes(team) && alive.has(entry.id)).length
  const through = chanceOfAny(
    odds,
    view,
    season,
    own.map(({ id }) => id),
  )
  return [
    `${percentText(chanceOfAtMost(survivors, count))} that ${count === 0 ? 'nobody survives' : `at most ${formatNumber(count)} survive`}`,
    ...teams.map((team) => {
      const mine = playing.filter((pick) => pick.team === team).length
      return leftText(mine, onTeam(team), team)
    }),
    ...(playing.length > 0
      ? [
          `${percentText(through, through < 1)} that ${new Set(own.map(({ id }) => id)).size === 1 ? 'you are' : 'at least one of yours is'} through`,
        ]
      : []),
  ]
}

/** How many are left on a team, and which part of them is the member's. */
function leftText(mine: number, all: number, team: string): string {
  if (mine > 1)
    return mine === all ? `Only you are left on ${team}` : `${mine} of the ${formatNumber(all)} left on ${team} are yours`
  if (all > 2) return `You are 1 of ${formatNumber(all)} left on ${team}`
  return all === 2 ? `You and one more are the last on ${team}` : `You are the last on ${team}`
}

/** The place of the explanation and of the chances, until the season's view has arrived. */
export function OddsPlace({ view, own, showsOdds }: Pick<PoolOddsProps, 'view' | 'own'> & { readonly showsOdds: boolean }) {
  const playing = new Set(view.games.filter(isStillOpen).flatMap((game) => [game.home_team_abbr, game.away_team_abbr]))
  const teams = [...new Set(own.map(({ team }) => team))].filter((team) => playing.has(team))
  const sentences = [
    '50 % that at most 100 survive',
    ...teams.map((team) => leftText(1, 10, team)),
    ...(teams.length > 0 ? ['50 % that at least one of yours is through'] : []),
  ]
  return (
    <div className={styles.place} aria-hidden="true">
      <p className="muted">&nbsp;</p>
      {showsOdds && playing.size > 0 && (
        <ul className={`wrap ${styles.odds}`}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Explains how the number of entries alive comes about, where it is not the number of wins. */
export function AliveExplained({ view, season }: Pick<PoolOddsProps, 'view' | 'season'>) {
  const weekEnd = weekEndText(view.games, useSiteNow(60_000))
  const text = useMemo(() => aliveText({ ...aliveCountsOf(view, season), weekEnd }), [view, season, weekEnd])
  return text === '' ? null : <p className="muted">{text}</p>
}

const MOST_NAMES = 20

/** Says what would remain if the assumed results came true. */
export function WhatIfResult({ view, season, count }: Pick<PoolOddsProps, 'view' | 'season'> & { readonly count: number }) {
  const { alive, out } = useMemo(() => weekSurvivorsOf(view, season), [view, season])
  const text =
    count === 0
      ? 'Tap results below to see who would remain.'
      : `${formatCount(alive.size, 'entry', 'entries')} would remain, ${formatNumber(out.size)} would be out.`
  const names =
    count > 0 && alive.size <= MOST_NAMES
      ? view.entries
          .filter(({ id }) => alive.has(id))
          .map(({ id, name }) => ({ id, label: (season && labelsOf(season).get(id)) ?? name }))
      : []
  return (
    <div role="status">
      <p className={styles.whatIf}>{text}</p>
      {names.length > 0 && (
        <p>
          <NamesInText entries={names} most={MOST_NAMES} />
        </p>
      )}
    </div>
  )
}
