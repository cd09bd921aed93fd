import type { EntryLabel } from '@outlast/contract/entry-label'
import { fateText } from '@outlast/contract/moment-text'
import { capitalize, count } from '@outlast/contract/words'
import { type Entry, weekLabel } from '@outlast/domain'
import type { ClubMessage } from '../channels/webhook/message.ts'
import type { ClubNews } from './club-news.ts'
import { listSome, teamName } from './words.ts'

const MAX_NAMES = 20
const MAX_TEAMS = 5

/** Names an entry with its person, because several may have the same name. */
export type LabelOf = (entry: Entry) => EntryLabel

/** Writes news as a message for a club's chat. Its data has the entries' own names. */
export function clubMessage(news: ClubNews, publicUrl: string, labelOf: LabelOf): ClubMessage {
  const { key, event, seasonYear } = news
  return { key, event, ...contentOf(news, publicUrl, labelOf, { season_year: seasonYear }) }
}

type MessageContent = Pick<ClubMessage, 'text' | 'url' | 'data'>

function contentOf(
  news: ClubNews,
  publicUrl: string,
  labelOf: LabelOf,
  season: { readonly season_year: number },
): MessageContent {
  switch (news.event) {
    case 'lock': {
      const { week, entries, picks, automatic, picksEach, isAgain } = news
      const made =
        picksEach === 1
          ? `${picks} of ${count(entries, 'entry', 'entries')} picked.${automatic === 0 ? '' : ` ${automatic} got an automatic pick.`}`
          : `${picks} of ${count(picksEach * entries, 'pick')} made.${automatic === 0 ? '' : ` ${count(automatic, 'automatic pick')} besides.`}`
      const { weekNumber } = week.week
      return {
        text: () => `Week ${weekLabel(weekNumber)} is locked${isAgain ? ' again' : ''}: ${made} See the picks:`,
        url: `${publicUrl}/reveal/${week.week.id}`,
        data: { ...season, week_number: weekNumber, entries, picks, automatic_picks: automatic },
      }
    }
    case 'reveal': {
      const { week, shares } = news
      const { weekNumber } = week.week
      const top = shares.slice(0, MAX_TEAMS).map(([abbr, picks]) => `${teamName(abbr)} ${picks}`)
      const others = shares.length - top.length
      const list =
        shares.length === 0
          ? 'Nobody picked.'
          : `Most picked: ${top.join(', ')}${others > 0 ? ` and ${count(others, 'more team')}` : ''}.`
      return {
        text: () => `The picks of week ${weekLabel(weekNumber)} are open. ${list} All of them:`,
        url: `${publicUrl}/reveal/${week.week.id}`,
        data: { ...season, week_number: weekNumber, teams: Object.fromEntries(shares) },
      }
    }
    case 'entries_out':
      return entriesOut(news, publicUrl, labelOf, season)
    case 'week_complete': {
      const { week, outCount, alive } = news
      const { weekNumber } = week.week
      return {
        text: () =>
          `Week ${weekLabel(weekNumber)} is complete: ${outCount === 0 ? 'nobody went out' : `${count(outCount, 'entry', 'entries')} went out`}, and ${stillIn(alive)}. The standings:`,
        url: `${publicUrl}/history`,
        data: { ...season, week_number: weekNumber, out: outCount, alive },
      }
    }
    case 'champion': {
      const { champions, weekNumber } = news
      const labels = champions.map(labelOf)
      return {
        text: (escape) =>
          champions.length === 1
            ? `We have a champion! ${list(labels, escape)} outlasted everyone, decided in week ${weekLabel(weekNumber)}. The whole season:`
            : `We have champions! ${list(labels, escape)} share the title, decided in week ${weekLabel(weekNumber)}. The whole season:`,
        url: `${publicUrl}/history`,
        data: { ...season, week_number: weekNumber, champions: namesOf(champions) },
      }
    }
    default:
      return news satisfies never
  }
}

function entriesOut(
  news: Extract<ClubNews, { readonly event: 'entries_out' }>,
  publicUrl: string,
  labelOf: LabelOf,
  season: object,
): MessageContent {
  const { weekNumber, alive } = news
  const entries = 'out' in news ? news.out.map(({ entry }) => entry) : news.returned
  const labels = entries.map(labelOf)
  const week = `week ${weekLabel(weekNumber)}`
  return {
    text: (escape) => {
      const said =
        'out' in news
          ? `Out in ${week}: ${list(labels, escape)}`
          : `${list(labels, escape)} ${fateText('back in', labels.length)} after ${week}`
      return `${said}. ${capitalize(stillIn(alive))}. The standings:`
    },
    url: `${publicUrl}/history`,
    data: { ...season, week_number: weekNumber, ['out' in news ? 'out' : 'returned']: namesOf(entries), alive },
  }
}

const namesOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ name }) => name)

function stillIn(alive: number): string {
  return alive === 0 ? 'nobody is still in' : `${count(alive, 'entry is', 'entries are')} still in`
}

function list(names: readonly EntryLabel[], escape: (name: string) => string): string {
  return listSome(names.map(escape), MAX_NAMES)
}
