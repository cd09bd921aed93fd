import { fateText } from '@outlast/contract/moment-text'
import { capitalize, count } from '@outlast/contract/words'
import { weekLabel } from '@outlast/domain'
import type { ClubMessage } from '../channels/webhook/message.ts'
import type { ClubNews } from './club-news.ts'
import { listSome, teamName } from './words.ts'

const MAX_NAMES = 20
const MAX_TEAMS = 5

/** Writes news as a message for a club's chat. */
export function clubMessage(news: ClubNews, publicUrl: string): ClubMessage {
  const { key, event, seasonYear } = news
  return { key, event, ...contentOf(news, publicUrl, { season_year: seasonYear }) }
}

type MessageContent = Pick<ClubMessage, 'text' | 'url' | 'data'>

function contentOf(news: ClubNews, publicUrl: string, season: { readonly season_year: number }): MessageContent {
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
      return 'out' in news ? fallen(news, publicUrl, season) : returned(news, publicUrl, season)
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
      const { names, weekNumber } = news
      return {
        text: (escape) =>
          names.length === 1
            ? `We have a champion! ${escape(names[0] ?? '')} outlasted everyone, decided in week ${weekLabel(weekNumber)}. The whole season:`
            : `We have champions! ${list(names, escape)} share the title, decided in week ${weekLabel(weekNumber)}. The whole season:`,
        url: `${publicUrl}/history`,
        data: { ...season, week_number: weekNumber, champions: names },
      }
    }
    default:
      return news satisfies never
  }
}

function fallen(news: Extract<ClubNews, { readonly out: unknown }>, publicUrl: string, season: object): MessageContent {
  const names = news.out.map(({ entry }) => entry.name)
  const { weekNumber, alive } = news
  return {
    text: (escape) =>
      `Out in week ${weekLabel(weekNumber)}: ${list(names, escape)}. ${capitalize(stillIn(alive))}. The standings:`,
    url: `${publicUrl}/history`,
    data: { ...season, week_number: weekNumber, out: names, alive },
  }
}

function returned(news: Extract<ClubNews, { readonly returned: unknown }>, publicUrl: string, season: object): MessageContent {
  const { returned: names, weekNumber, alive } = news
  return {
    text: (escape) =>
      `${list(names, escape)} ${fateText('back in', names.length)} after week ${weekLabel(weekNumber)}. ${capitalize(stillIn(alive))}. The standings:`,
    url: `${publicUrl}/history`,
    data: { ...season, week_number: weekNumber, returned: names, alive },
  }
}

function stillIn(alive: number): string {
  return alive === 0 ? 'nobody is still in' : `${count(alive, 'entry is', 'entries are')} still in`
}

function list(names: readonly string[], escape: (name: string) => string): string {
  return listSome(names.map(escape), MAX_NAMES)
}
