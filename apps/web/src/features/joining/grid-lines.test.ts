import type { ListQuestion } from '@outlast/contract'
import { expect, test } from 'vitest'
import { alikeQuestions, type CheckedList, corrected, gridLines, uncorrected } from './grid-lines.ts'

const question = (line: number, column: number, text: string, more: Partial<ListQuestion> = {}): ListQuestion => ({
  line,
  column,
  heading: '1',
  text,
  problem: `${text} can be two teams`,
  suggestion: null,
  choices: [],
  only_here: false,
  ...more,
})

test('alikeQuestions: equal cells have one answer, but not those that need their own', () => {
  const questions = [question(2, 1, 'LA'), question(3, 2, 'LA'), question(4, 1, 'NY')]
  const own = [question(5, 0, 'Bob', { only_here: true }), question(6, 0, 'Bob', { only_here: true })]
  expect(alikeQuestions([...questions, ...own]).map((group) => group.length)).toEqual([2, 1, 1, 1])
})

test('corrected: an answer replaces the one that was for the same cell', () => {
  const [rams, chargers] = ['Rams', 'Chargers'].map((text) => ({ line: 2, column: 1, text, was: 'LA' }))
  expect(corrected([rams!], chargers!)).toEqual([chargers])
})

test('uncorrected: taking back the correction of any equal cell takes it back for all of them', () => {
  const rams = { line: 2, column: 1, text: 'Rams', was: 'LA' }
  const own = { line: 4, column: 1, text: 'Rams', was: 'LA', only_here: true }
  expect(uncorrected([rams, own], { line: 3, column: 2, text: 'Rams', was: 'LA' })).toEqual([own])
  expect(uncorrected([rams, own], { line: 4, column: 1, text: 'Rams', was: 'LA' })).toEqual([])
})

test('gridLines: lines with a question come first, and lines that belong to nobody say so', () => {
  const list: CheckedList = {
    columns: [],
    corrected: [],
    questions: [question(3, 1, 'LA')],
    sheet: [
      { line: 2, cells: ['Ann', 'KC'], as: ['read', 'read'] },
      { line: 3, cells: ['Bob', 'LA'], as: ['read', 'question'] },
      { line: 4, cells: ['TOTAL', '2'], as: ['total', 'total'] },
    ],
  }
  const lines = gridLines(list.sheet, list, [])
  expect(lines.map(({ line, status, notes }) => [line, status, notes])).toEqual([
    [3, 'invalid', []],
    [2, null, []],
    [4, null, ['Counts other lines: not used']],
  ])
  expect(lines[0]?.cells[1]).toMatchObject({ kind: 'question', problem: 'LA can be two teams' })
})
