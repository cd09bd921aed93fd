// A week's number gives its place in the season: 1 to 22. A slate, which takes only a part of the league's week, adds a tenth for each
// letter: 13a is 13.1, and 13b is 13.2 (docs/rules.md §20). Sorting weeks by number therefore sorts slates as well.

/** How many slates a week of the league can have, from "a" on. */
export const MAX_SLATES = 6
const LETTERS = 'abcdef'

/** Returns the number of the league's week on which a week of the pool is played. */
export function leagueWeekOf(weekNumber: number): number {
  return Math.floor(weekNumber)
}

/**
 * Returns where a week lies to the one that a rule names, which means all slates of that week (docs/rules.md §20). Whoever compares a week with a
 * rule asks this.
 */
export function comparedWithRule(weekNumber: number, ruleWeek: number): 'before' | 'in' | 'after' {
  const week = leagueWeekOf(weekNumber)
  return week < ruleWeek ? 'before' : week === ruleWeek ? 'in' : 'after'
}

/** Whether a week takes only a part of the league's week. */
export function isSlate(weekNumber: number): boolean {
  return !Number.isInteger(weekNumber)
}

/** Returns the number of a slate. `index`: from 0, less than {@link MAX_SLATES}. */
export function slateNumber(leagueWeek: number, index: number): number {
  return Number(`${leagueWeek}.${index + 1}`)
}

function letterOf(weekNumber: number): string {
  return isSlate(weekNumber) ? (LETTERS[Math.round((weekNumber % 1) * 10) - 1] ?? '') : ''
}

/** Returns what people call a week: `13`, or `13a`. */
export function weekLabel(weekNumber: number): string {
  return `${leagueWeekOf(weekNumber)}${letterOf(weekNumber)}`
}

/** Returns the number of a week from its label, whatever its range; undefined for any other text. */
export function parseWeekLabel(text: string): number | undefined {
  const [, week, letter = ''] = /^(\d{1,2})([a-f])?$/iu.exec(text.trim()) ?? []
  if (week === undefined) return undefined
  return letter === '' ? Number(week) : slateNumber(Number(week), LETTERS.indexOf(letter.toLowerCase()))
}

/** Whether a number is that of a week or of a slate, whatever its range. */
export function isWeekNumber(value: number): boolean {
  return value === Number(parseWeekLabel(weekLabel(value)))
}

/** Returns the number that comes after a week: that of the next slate, or of the next week. */
export function numberAfter(weekNumber: number): number {
  if (!isSlate(weekNumber)) return weekNumber + 1
  const index = LETTERS.indexOf(letterOf(weekNumber)) + 1
  return index < MAX_SLATES ? slateNumber(leagueWeekOf(weekNumber), index) : leagueWeekOf(weekNumber) + 1
}
