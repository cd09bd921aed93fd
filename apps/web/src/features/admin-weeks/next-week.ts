import { type LockRule, slateNumber, weekLabel } from '@outlast/domain/rules'
import type { NextWeek } from '@outlast/contract/rest/weeks'
import { easternDay, easternTime } from '../../clock/format.ts'
import { formatCount, parseWholeNumber } from '../../lib/numbers.ts'

/** The season and the week as typed; undefined while untouched. */
export interface TypedWeek {
  readonly season?: string
  readonly week?: string
}

/** Returns what the fields show: what was typed, or else the week that comes next. */
export function shownFields(typed: TypedWeek, next: NextWeek | undefined) {
  return {
    season: typed.season ?? (next === undefined ? '' : String(next.season_year)),
    week: typed.week ?? (next === undefined ? '' : String(next.week_number)),
  }
}

/** Reads the fields; undefined unless they name a season and a week. */
export function parseWeek(season: string, week: string): { readonly season: number; readonly week: number } | undefined {
  const [year, number] = [parseWholeNumber(season), parseWholeNumber(week)]
  const isValid = year !== undefined && number !== undefined && season.length === 4 && number > 0
  return isValid ? { season: year, week: number } : undefined
}

/** Says when the games of a week are, and how that is known. */
export function gamesText({ games, first_kickoff: first, last_kickoff: last }: NextWeek): string {
  if (first === null || last === null) return 'Its kickoffs are not known yet. The lock is by the calendar.'
  const [from, to] = [easternDay(first), easternDay(last)]
  return `${formatCount(games, 'game')}, ${from === to ? from : `${from} to ${to}`}.`
}

/** A slate that a week would have: its label, and the days whose games it takes. */
export interface SlatePlan {
  readonly label: string
  readonly days: NextWeek['days']
}

/** Returns the slates of a week if a new one begins on each of these days. One alone is no slate. */
export function slatesOf({ week_number, days }: NextWeek, starts: ReadonlySet<string>): readonly SlatePlan[] {
  const groups: NextWeek['days'][number][][] = []
  for (const day of days) {
    const last = groups.at(-1)
    if (last === undefined || starts.has(day.starts_at)) groups.push([day])
    else last.push(day)
  }
  if (groups.length < 2) return []
  return groups.map((of, index) => ({ label: weekLabel(slateNumber(week_number, index)), days: of }))
}

/** "13a: Thursday, November 26, 3 games". */
export function slateText({ label, days }: SlatePlan): string {
  const [first, last] = [days[0], days.at(-1)].map((of) => (of === undefined ? '' : easternDay(of.starts_at)))
  const games = days.reduce((sum, of) => sum + of.games, 0)
  return `${label}: ${first === last ? first : `${first} to ${last}`}, ${formatCount(games, 'game')}`
}

/** The times at which a week can lock: automatically, or at its first kickoff. */
export function lockOptions({ lock_time, first_kickoff }: NextWeek, rule: LockRule) {
  const automatic = {
    value: 'auto',
    label: `${rule === 'sunday_noon' ? 'Sunday noon' : 'By the rules'}: ${easternTime(lock_time)}`,
  }
  if (first_kickoff === null || first_kickoff === lock_time) return [automatic]
  return [automatic, { value: first_kickoff, label: `First kickoff: ${easternTime(first_kickoff)}` }]
}
