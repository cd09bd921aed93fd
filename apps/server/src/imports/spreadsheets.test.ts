import { readListFile } from '@outlast/contract/read-list-file'
import { describe, expect, it } from 'vitest'
import { CLUB_LISTS } from '../../tests/support/list-corpus.ts'
import { checkList, meaningOf } from '../../tests/support/list-pool.ts'
import { isBalanced } from '../../tests/support/list-balance.ts'
import { readPastPicks } from './past-picks-list.ts'
import { isNoPick } from './team-names.ts'

const NOTHING = {
  written: {},
  noPicks: [],
  questions: [],
  refused: [],
  replaced: [],
  differences: [],
  unused: [],
  named: [],
}

async function csvOf(file: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const read = await readListFile(typeof file === 'string' ? new Uint8Array(new TextEncoder().encode(file)) : file)
  return 'sheets' in read ? (read.sheets[0]?.csv ?? '') : read.problem
}

describe('a list of past picks as a club writes it', () => {
  it.each(CLUB_LISTS)('is written as far as it is certain, and the rest is named: $title', async ({ file, rules, means }) => {
    const { result, sent } = await checkList(await csvOf(file), { ...(rules && { rules }) })
    expect(meaningOf(result)).toEqual({ ...NOTHING, ...means })
    expect(isBalanced(result, sent)).toBe(true)
  })

  it('has at least 60 of them', () => {
    expect(CLUB_LISTS.length).toBeGreaterThanOrEqual(60)
  })
})

describe('a correction', () => {
  const csv = 'Name,1,2,3,Paid\nAnn Archer,LA,KC,SF,LA\nZimmer,KC,LA,BUF,\nEl Toro,SF,DAL,LA,'
  const check = async (...corrections: NonNullable<Parameters<typeof checkList>[1]>['corrections'] & object) =>
    (await checkList(csv, { corrections })).result

  it('applies to all equal cells of picks, and to no other column', async () => {
    const result = await check({ line: 2, column: 1, text: 'Rams', was: 'LA' })
    expect(result.counts).toEqual({ new: 9, exists: 0, invalid: 0, no_pick: 0 })
    expect(result.corrected).toEqual([
      { line: 2, column: 1, was: 'LA' },
      { line: 3, column: 2, was: 'LA' },
      { line: 4, column: 3, was: 'LA' },
    ])
  })

  it('applies to its own cell only if it says so, or where another cell has a correction of its own', async () => {
    const rams = { line: 2, column: 1, text: 'Rams', was: 'LA' }
    expect((await check({ ...rams, only_here: true })).questions).toHaveLength(2)
    const result = await check(rams, { line: 3, column: 2, text: 'Chargers', was: 'LA', only_here: true })
    expect(meaningOf(result).written).toMatchObject({ 'Archer’s Arrows': '1 LAR, 2 KC, 3 SF', Zimmer: '1 KC, 2 LAC, 3 BUF' })
  })

  it('is left out where the list has something else by now', async () => {
    expect((await check({ line: 2, column: 1, text: 'Rams', was: 'Ram' })).corrected).toEqual([])
  })

  it('that empties a cell accounts for it', async () => {
    const result = await check({ line: 2, column: 1, text: '', was: 'LA', only_here: true })
    expect(result.sheet[1]?.as[1]).toBe('cleared')
  })
})

describe('the question whose line it is', () => {
  const bobs = 'Player,1\nBob Baker,KC\nZimmer,SF'

  it('is answered in place, with an entry of the member', async () => {
    const [question] = (await checkList(bobs)).result.questions
    expect(question).toMatchObject({ line: 2, column: 0, heading: 'Player', text: 'Bob Baker', only_here: true })
    const answer = question?.choices.find(({ label }) => label === 'Bob 2')
    const corrections = [{ line: 2, column: 0, text: answer?.text ?? '', was: 'Bob Baker', only_here: true }]
    const { result } = await checkList(bobs, { corrections })
    expect(meaningOf(result).written).toEqual({ 'Bob 2': '1 KC', Zimmer: '1 SF' })
    expect(result.questions).toEqual([])
  })

  it.each([
    ['a column for the entry', 'Email,Entry,1\nbob@club.example,,KC'],
    ['only addresses', 'Email,1\nbob@club.example,KC'],
    ['names in two columns', 'First,Last,1\nBob,Baker,KC'],
    ['an entry that the member does not have', 'Name,1\nBob Baker 7,KC'],
  ])('is answered in place in a list with %s', async (_, csv) => {
    const [question] = (await checkList(csv)).result.questions
    const answer = question?.choices.find(({ label }) => label === 'Bob 2')
    const { line = 0, column = 0, only_here } = question ?? {}
    const { result } = await checkList(csv, { corrections: [{ line, column, text: answer?.text ?? '', only_here }] })
    expect(meaningOf(result).written).toEqual({ 'Bob 2': '1 KC' })
  })

  it('can be answered with nobody', async () => {
    const corrections = [{ line: 2, column: 0, text: 'not an entry' }]
    const { result } = await checkList(bobs, { corrections })
    expect(meaningOf(result)).toMatchObject({ written: { Zimmer: '1 SF' }, named: ['note: not an entry', 'note: KC'] })
  })
})

describe('a team as people write it', () => {
  it.each([
    [
      'KC',
      'kc',
      'Chiefs',
      'chiefs',
      'Kansas City',
      'KC Chiefs',
      'Kansas City Chiefs',
      'KAN',
      'Chiefs (W)',
      'W KC',
      'KC 27-20',
      'KC over BAL',
      'Chiefs vs Ravens',
    ],
    ['NYJ', 'NY Jets', 'N.Y. Jets', 'New York Jets', 'jets', 'NYJ*'],
    ['LAR', 'LA Rams', 'L.A. Rams', 'Rams', 'Los Angeles Rams', 'St. Louis'],
    ['SF', '49ers', '49’ers', 'Niners', 'San Fran', 'SFO', 'SF 49ers'],
    ['TB', 'Bucs', 'Tampa', 'Tampa Bay', 'TB Bucs'],
    ['WSH', 'Washington', 'Commanders', 'WAS', 'Wash', 'WFT', 'Football Team'],
    ['NE', 'Pats', 'New England', 'N. England', 'NWE'],
    ['NO', 'No', 'N.O.', 'no.', 'NO*', 'n/o', '(NO)', 'NO - W', 'New Orleans', 'NOR', 'Nola', 'N’Orleans'],
    ['JAX', 'Jags', 'JAC', 'Jacksonville Jaguars'],
    ['GB', 'Green bay', 'GNB', 'Pack', 'G.B.', 'packers '],
    ['DET', 'W-DET', 'Detroit Lions W', 'Lion', 'lions - auto'],
    ['LV', 'Raiders', 'Oakland', 'LV Raiders', 'Las Vegas'],
  ])('means %s: %s, %s, %s and others', (team, ...texts) => {
    const found = texts.map((text) => readPastPicks(`name,1\nAnn,"${text}"`, 2025).rows[0]?.picks[0]?.team)
    expect(found).toEqual(texts.map(() => team))
  })

  it.each(['-', '–', 'x', 'X', 'none', 'no pick', 'NO PICK - late', 'n/a', 'BYE', 'out wk 4', 'missed', 'forgot', '0', '✗'])(
    'is none in %s',
    (text) => expect(isNoPick(text)).toBe(true),
  )

  it.each(['', 'NO', 'no', 'N.O.', 'MIA', 'W', '✓', '?', 'TBD', '#N/A', '27-20', '0-0', 'out KC'])(
    'is not denied by %s',
    (text) => expect(isNoPick(text)).toBe(false),
  )
})
