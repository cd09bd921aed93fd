import { createEvent, type PoolEvent } from '../events.ts'
import { entryStanding, seasonResults } from '../facts.ts'
import type { Entry, PoolState, Week } from '../state.ts'
import { TEAMS, type TeamAbbr } from '../teams.ts'
import { type Decider, requireAdmin, requireWeek } from './context.ts'
import { isOnBye } from '../rules.ts'
import { pickData, pickIn, usedTeamsOf } from './picks.ts'
import { randomFrom } from './random.ts'
import { redactionOf } from './redaction.ts'
import { livePicks } from './weeks.ts'

/** *Randomize Picks*: gives alive entries a random free team; `skipped` counts those left alone. */
export const randomizePicks: Decider<'RandomizePicks'> = (state, { weekId, overwrite, seed }, context) => {
  requireAdmin(state, context)
  const week = requireWeek(state, weekId)
  const season = seasonResults(state, week.seasonYear)
  const random = randomFrom(context.hashing, seed)
  const playable = TEAMS.map((team) => team.abbr).filter(
    (team) => !isOnBye(week.games, team) && !week.ineligibleTeams.includes(team),
  )
  const events: PoolEvent[] = []
  const counts = { created: 0, updated: 0, skipped: 0 }
  for (const entry of [...state.entries.values()].sort((a, b) => a.id - b.id)) {
    const held = pickIn(entry, week)
    const free = freeTeams(state, entry, week, playable)
    const team = free[random.below(Math.max(1, free.length))]
    const alive = entryStanding(state, entry, season).status === 'alive'
    if (!alive || team === undefined || (held !== undefined && !overwrite)) {
      counts.skipped += 1
      continue
    }
    const data = pickData(entry, week, team, random.nonce(), context)
    events.push(createEvent('PickOverridden', { ...data, source: 'randomized' }))
    counts[held === undefined ? 'created' : 'updated'] += 1
  }
  return { events, reply: counts }
}

function freeTeams(state: PoolState, entry: Entry, week: Week, playable: readonly TeamAbbr[]): readonly TeamAbbr[] {
  const used = usedTeamsOf(state, entry, week)
  return playable.filter((team) => !used.has(team))
}

/** Keeps the admins' accounts, so that nobody locks the club out; their entries go too (decisions.md §API shapes). */
export const purgeUsersAndEntries: Decider<'PurgeUsersAndEntries'> = (state, _command, context) => {
  requireAdmin(state, context)
  const leaving = [...state.users.values()].filter((user) => !user.isAdmin)
  const entries = [...state.entries.values()]
  const counts = { users: leaving.length, entries: entries.length, picks: livePicks(state) }
  if (leaving.length === 0 && entries.length === 0) return { events: [], reply: counts }
  const gone = new Set(leaving.map((user) => user.id))
  const redactions = redactionOf(
    leaving,
    entries.filter((entry) => gone.has(entry.userId)),
  )
  return { events: [createEvent('UsersAndEntriesPurged', counts), ...redactions], reply: counts }
}
