import { scheduledNoon, calendarDayOf, LAST_WEEK, leagueWeekOf, parseWeekLabel } from '@outlast/domain'
import { plain } from './plain.ts'

/** What a column of a list can hold. */
const COLUMN_KINDS = [
  'email',
  'name',
  'first_name',
  'last_name',
  'mobile',
  'entries',
  'entry',
  'week',
  'team',
  'time',
  'alive',
  'out',
  'result',
] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** The headings that spreadsheets use, in English, German, Spanish and French, in {@link plain} form. */
const HEADINGS: Readonly<Record<ColumnKind, string>> = {
  email:
    'email|e mail|mail|email address|e mail address|mail address|member email|player email|contact email|correo|correo electronico|courriel|e mail adresse|emailadresse|mailadresse|adresse mail|adresse email|adresse e mail',
  name: 'name|full name|member|members|member name|player|players|player name|participant|participants|owner|owner name|who|contestant|person|names|nombre|nombre completo|jugador|jugadora|nom|nom complet|joueur|your name|what is your name|spieler|spielerin|mitglied|teilnehmer|pool member',
  first_name: 'first|first name|firstname|given name|forename|fname|vorname|prenom|primer nombre',
  last_name: 'last|last name|lastname|surname|family name|lname|nachname|familienname|apellido|apellidos|nom de famille',
  mobile:
    'mobile|mobile number|mobile phone|mobile no|phone|phone number|phone no|phone 1|cell|cell phone|cellphone|cell number|cell no|telephone|tel|tel no|telefon|telefonnummer|handy|handynummer|mobil|mobilnummer|mobiltelefon|movil|celular|telefono|telefono movil|portable|text number|contact number|contact no|mob no|whatsapp',
  entries:
    'entries|of entries|entry count|no of entries|number of entries|num entries|nr of entries|how many|how many entries|entries purchased|qty|quantity|anzahl|anzahl tipps|anzahl eintrage|entradas|participaciones|participations|nombre de participations|number of picks|teams entered',
  entry:
    'entry|entry name|entry names|pool entry|entry nickname|team name|nickname|nick|alias|handle|screen name|username|eintrag|teamname|spitzname|participacion|entrada|pseudo|apodo',
  week: 'week|weeks|wk|week number|week no|nfl week|woche|spieltag|semana|jornada|semaine|journee|which week|what week|pick week',
  team: 'team|pick|picks|team picked|picked|selection|team pick|nfl team|winner|survivor pick|your pick|which team|your team|who do you pick|which team do you pick|mannschaft|tipp|equipo|seleccion|equipe|choix',
  time: 'timestamp|time stamp|submitted|submitted at|submitted on|time submitted|date submitted|submission time|submission date|received|received at|start time|completion time|zeitstempel|marca temporal|horodateur',
  alive:
    'status|alive|still alive|still in|in|active|in or out|in out|alive or out|alive out|pool status|current status|survivor status|aktiv|noch dabei|estado|vivo|statut|en vie',
  out: 'out|eliminated|elim|week out|out week|out in|out in week|eliminated in|eliminated week|week eliminated|elim week|wk out|knocked out|raus|ausgeschieden|eliminado|eliminada|elimine',
  result: 'result|results|w l|w l t|win loss|outcome|ergebnis|resultado|resultat',
}

/** A remark in brackets. */
const BRACKETS = /[([{][^)\]}]*[)\]}]?/gu

const KIND_OF: ReadonlyMap<string, ColumnKind> = new Map(
  COLUMN_KINDS.flatMap((kind) => HEADINGS[kind].split('|').map((heading) => [heading, kind] as const)),
)

/** The words of which headings of phone numbers are made, such as `Home Phone #`, `Cell/Text` and `Phone (mobile)`. */
const PHONE = /^(?:(?:tele)?(?:phones?|fono?s?)|cell|cellphone|mobile|mob|tel|ph|sms|handy|whatsapp)$/u
const BESIDE_PHONE = /^(?:home|work|day|evening|text|best|main|primary|contact|number|no|num|nr|or|for|texts|s|us|\d)$/u

/** Returns what a heading says that its column holds. */
export function kindOf(title: string): ColumnKind | undefined {
  const text = plain(title)
  const known = KIND_OF.get(text) ?? KIND_OF.get(plain(title.replaceAll(BRACKETS, ' ')))
  if (known !== undefined) return known
  const words = text.split(' ')
  const isPhone = words.some((word) => PHONE.test(word)) && words.every((word) => PHONE.test(word) || BESIDE_PHONE.test(word))
  return isPhone ? 'mobile' : undefined
}

const WEEK_WORDS = 'week|wk|w|woche|spieltag|st|semana|sem|jornada|j|semaine|s|round|rd|game week|gw|nfl week|pick|tipp'
/** A week or a slate, perhaps with a word for the pick behind it. Columns with the results or points of a week are not picks. */
const WEEK = new RegExp(
  `^(?:(?:your )?(?:pick|team|tipp) (?:for|in|fur) )?(?:(?:${WEEK_WORDS}) ?)?0?(\\d{1,2}[a-f]?)(?: (?:pick|picks|team|tipp|selection))?$`,
  'u',
)
/** The column with the results of a week. */
const RESULT_OF_WEEK = / (?:result|results|w l|w l t|win loss|outcome|ergebnis|resultado|resultat)$/u
const POSTSEASON: readonly RegExp[] = [/^wild ?card/u, /^divisional/u, /^(?:conference|championship|conf )/u, /^super ?bowl/u]
const FIRST_POSTSEASON_WEEK = 19

/** Whether a season can have a week, or a slate, of this number. */
export const isInSeason = (week: number): boolean => leagueWeekOf(week) >= 1 && leagueWeekOf(week) <= LAST_WEEK

/** Returns the week that a heading names, by number, by the name of a round, or by a date in it. */
export function weekOf(title: string, seasonYear: number): number | undefined {
  const bare = title.replaceAll(BRACKETS, ' ').replaceAll(/\s+/gu, ' ').trim()
  const withoutDate = bare.replace(/(?<=\d) ?[-–—:,]? (?:\d{1,2}[./-]\d{1,2}\S*|[A-Za-z]{3,9}\.? \d{1,2}\S*)$/u, '')
  for (const text of [bare, withoutDate]) {
    const numbered = parseWeekLabel(WEEK.exec(plain(text))?.[1] ?? '')
    if (numbered !== undefined && isInSeason(numbered) && !/^\d{1,2}[./]\d{1,2}/u.test(text)) return numbered
  }
  const round = POSTSEASON.findIndex((name) => name.test(plain(bare)))
  if (round >= 0) return FIRST_POSTSEASON_WEEK + round
  return weekOfDate(title, seasonYear)
}

/** Returns the week whose results a column has: `Week 1 Result`, `W1 W/L`. */
export function resultWeekOf(title: string, seasonYear: number): number | undefined {
  const text = plain(title)
  return RESULT_OF_WEEK.test(text) ? weekOf(text.replace(RESULT_OF_WEEK, ''), seasonYear) : undefined
}

const MONTHS: readonly string[] = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS_BEFORE_SUNDAY = 5
const DAY_MS = 86_400_000

/** Returns the week that a date belongs to, from Tuesday to Monday: `9/7`, `9/7/2025`, `2025-09-07`, `7.9.2025`, `Sep 7`. */
function weekOfDate(title: string, seasonYear: number): number | undefined {
  const date = monthAndDay(title)
  if (date === undefined) return undefined
  const [month, day] = date
  const at = Date.UTC(seasonYear + (month < 7 ? 1 : 0), month - 1, day)
  for (let week = 1; week <= LAST_WEEK; week += 1) {
    const sunday = Date.parse(calendarDayOf(scheduledNoon(seasonYear, week)))
    const days = (at - sunday) / DAY_MS
    if (days >= -DAYS_BEFORE_SUNDAY && days <= 1) return week
  }
  return undefined
}

/** What may stand before a date that names a week: `Sunday, Sep 7`, `Week of 9/7`. A heading such as `Paid 9/5` is no week. */
const BEFORE_DATE =
  /^(?:(?:(?:sun|mon|tue|wed|thu|thurs|fri|sat)(?:day|sday|nesday|rsday|urday)?|week|wk|of|picks?|games?)\b[\s.,:-]*)*/iu

function monthAndDay(title: string): readonly [month: number, day: number] | undefined {
  const text = title.trim().replace(BEFORE_DATE, '')
  const iso = /^\d{4}-(\d{2})-(\d{2})$/u.exec(text)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(?:\d{2,4})?$/u.exec(text)
  if (dotted) return dateOf(Number(dotted[2]), Number(dotted[1]))
  const slashed = /^(\d{1,2})[/-](\d{1,2})(?:[/-]\d{2,4})?$/u.exec(text)
  if (slashed) return dateOf(Number(slashed[1]), Number(slashed[2]))
  const named = /^([A-Za-z]{3})[A-Za-z]*\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? \d{4})?$/u.exec(text)
  return named ? dateOf(MONTHS.indexOf((named[1] ?? '').toLowerCase()) + 1, Number(named[2])) : undefined
}

const dateOf = (month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 ? ([month, day] as const) : undefined
