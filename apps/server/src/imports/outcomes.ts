import { parseWeekLabel } from '@outlast/domain'
import { isInSeason } from './columns.ts'
import { plain } from './plain.ts'

/** An outcome that a list states. */
export interface StatedOutcome {
  readonly status: 'alive' | 'out' | 'won' | 'lost'
  /** The week of it; null if none is said. */
  readonly week: number | null
}

const OUT =
  'out|elim|eliminated|dead|gone|done|lost|loser|loss|x|false|no|n|knocked out|raus|ausgeschieden|nein|eliminado|eliminada|fuera|elimine|eliminee|non'
const ALIVE =
  'alive|in|still in|still alive|active|yes|y|true|ok|survivor|surviving|lebt|dabei|noch dabei|aktiv|ja|vivo|viva|si|en vie|oui'
const IN_WEEK = String.raw`(?: (?:in |after |on )?(?:(?:week|wk|w|woche|semana|semaine) ?)?(\d{1,2}[a-f]?))?`
const OUT_TEXT = new RegExp(`^(?:${OUT})${IN_WEEK}$`, 'u')
const ALIVE_TEXT = new RegExp(String.raw`^(?:${ALIVE})(?: \d+ (?:life|lives|loss|losses|strikes?)(?: left)?)?$`, 'u')
const WEEK_TEXT = /^(?:week|wk|w|woche|semana|semaine)? ?(\d{1,2}[a-f]?)$/u
/** What a column of entries that are out says about one that is not. */
const NOT_OUT = /^(?:no|n|false|0|none|n a|nein|non|\p{Pd}+)$/iu
const YES = /^(?:yes|y|x|true|ja|si|oui)$/u

const readable = (text: string): string => plain(text.replaceAll(/[✓✔☑✅]/gu, ' yes ').replaceAll(/[✗✘❌✖☒]/gu, ' x '))

/** Reads whether an entry is in or out: the cell of a column such as `Alive` or `Status`, or one such as `Out` or `Week out`. */
export function readStanding(kind: 'alive' | 'out', text: string): StatedOutcome | undefined {
  const words = readable(text)
  if (kind === 'out') {
    if (NOT_OUT.test(text.trim()) || NOT_OUT.test(words)) return { status: 'alive', week: null }
    if (YES.test(words)) return { status: 'out', week: null }
    const week = weekIn(WEEK_TEXT.exec(words)?.[1])
    if (week !== undefined) return { status: 'out', week }
  }
  if (ALIVE_TEXT.test(words)) return { status: 'alive', week: null }
  const [found, week] = OUT_TEXT.exec(words) ?? []
  if (found === undefined) return undefined
  if (week === undefined) return { status: 'out', week: null }
  const number = weekIn(week)
  return number === undefined ? undefined : { status: 'out', week: number }
}

/** Reads whether the pick of a week won or lost. A tie, which the rules of a pool can count as either, is neither. */
export function readResult(text: string, week: number): StatedOutcome | 'tied' | undefined {
  const words = readable(text).replaceAll(/ ?\b\d{1,2}\b/gu, '')
  if (/^(?:w|win|won|yes|sieg|gewonnen)$/u.test(words)) return { status: 'won', week }
  if (/^(?:l|loss|lost|lose|x|no|niederlage|verloren)$/u.test(words)) return { status: 'lost', week }
  return /^(?:t|tie|tied|push|unentschieden)$/u.test(words) ? 'tied' : undefined
}

function weekIn(text: string | undefined): number | undefined {
  const week = text === undefined ? undefined : parseWeekLabel(text)
  return week !== undefined && isInSeason(week) ? week : undefined
}
