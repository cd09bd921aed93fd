import { describe, expect, it } from 'vitest'
import type { Card, CardClub, ChampionCard, EntryCard, WeekCard } from './card.ts'
import { cardText } from './card-text.ts'

const club: CardClub = { name: 'Kickers', color: null, crest: null, host: null }
const week: WeekCard = {
  kind: 'week',
  club,
  season: 2030,
  week: 9,
  gamesLeft: 0,
  entered: 1_081,
  alive: 1_062,
  out: 19,
  outNames: ['Ace', 'Bolt', 'Comet', 'Dodo', 'Eagle', 'Falcon', 'Gull'],
  bars: [],
}
const entry: EntryCard = {
  kind: 'entry',
  club,
  season: 2030,
  name: 'Ace',
  survived: 8,
  alive: 62,
  state: 'in',
  headline: '',
  reason: '',
  picks: [],
}
const champion: ChampionCard = {
  kind: 'champion',
  club,
  season: 2030,
  names: ['Ace'],
  week: 14,
  entries: 303,
  hasSurvivor: true,
  picks: [],
  curve: [],
}

const sentences = (cards: readonly Card[]) => cards.map((card) => cardText(card).sentence)

describe('cardText', () => {
  it('says when an open week locks', () => {
    const card: Card = { kind: 'countdown', club, season: 2030, week: 9, day: 'Sunday, November 3', time: '12:00 PM ET' }
    expect(cardText(card)).toEqual({
      title: 'Week 9',
      headline: 'Picks lock Sunday, November 3',
      sentence: 'Picks lock on Sunday, November 3, at 12:00 PM ET.',
    })
  })

  it('says of a locked week how many are still in, who is out, and which games are open', () => {
    expect(cardText(week)).toEqual({
      title: 'Week 9',
      headline: '1,062 of 1,081 are still in',
      sentence: 'Out: Ace, Bolt, Comet, Dodo, Eagle, Falcon and 13 more.',
    })
    expect(cardText({ ...week, alive: 1, entered: 2 }).headline).toBe('1 of 2 is still in')
    expect(cardText({ ...week, gamesLeft: 3 }).title).toBe('Week 9 · live')
    expect(
      sentences([
        { ...week, gamesLeft: 3 },
        { ...week, out: 1, outNames: ['Ace'], gamesLeft: 1 },
        { ...week, out: 0, outNames: [] },
        { ...week, out: 0, outNames: [], gamesLeft: 2 },
      ]),
    ).toEqual([
      '19 are out. 3 games are still open.',
      'Out: Ace. One game is still open.',
      'Nobody went out.',
      'Nobody is out yet. 2 games are still open.',
    ])
  })

  it('says of an entry how many weeks it has survived', () => {
    expect(
      sentences([
        entry,
        { ...entry, survived: 1, alive: 1 },
        { ...entry, survived: 0, alive: 303 },
        { ...entry, state: 'out', headline: 'Out in week 9.', reason: 'It had no pick.' },
        { ...entry, state: 'champion', survived: 14 },
      ]),
    ).toEqual([
      'Survived 8 weeks, one of 62 left.',
      'Survived one week, the only one left.',
      'One of 303 left.',
      'Out in week 9. It had no pick.',
      'Survived 14 weeks.',
    ])
  })

  it('names the champions, and counts those that do not fit', () => {
    expect(cardText(champion)).toEqual({
      title: 'Champion 2030',
      headline: 'Ace',
      sentence: 'Outlasted 302 other entries in 14 weeks.',
    })
    expect(cardText({ ...champion, week: 13.2 }).sentence).toBe('Outlasted 302 other entries in 13 weeks.')
    expect(cardText({ ...champion, names: ['Ace', 'Bolt', 'Comet'], hasSurvivor: false })).toEqual({
      title: 'Champions 2030',
      headline: 'Ace, Bolt and Comet',
      sentence: 'Fell together in week 14, and share the title.',
    })
    expect(cardText({ ...champion, names: ['Ace', 'Bolt', 'Comet', 'Dodo', 'Eagle'] }).headline).toBe(
      'Ace, Bolt, Comet and 2 more',
    )
  })
})
