import type { UserId } from '@outlast/domain'
import { expect, it } from 'vitest'
import { People } from './people.ts'

interface Row {
  readonly user_id: number
  readonly first_name: string
}

/** Accounts in a database whose answers the test can hold back or refuse. */
function startPeople(rows: Row[]) {
  const state = { rows, reads: [] as (readonly number[] | 'all')[], isDown: false, beforeAnswer: () => {} }
  const answer = async (ids: readonly number[] | 'all') => {
    state.reads.push(ids)
    const found = ids === 'all' ? state.rows : state.rows.filter((row) => ids.includes(row.user_id))
    await Promise.resolve()
    state.beforeAnswer()
    if (state.isDown) throw new Error('the database is down')
    return found
  }
  const select = {
    where: (_column: string, _in: string, ids: readonly number[]) => ({ execute: () => answer(ids) }),
    execute: () => answer('all'),
  }
  let listener: (event: never, before: never) => void = () => {}
  const people = new People({ selectFrom: () => ({ select: () => select }) } as never, {
    onEvent: (added) => void (listener = added),
  })
  const happen = (type: string, data: object) => listener({ type, data } as never, undefined as never)
  const nameOf = (id: number) => people.of(id as UserId)?.first_name
  const untilCurrent = async () => {
    while (!people.isCurrent) await people.refresh()
  }
  return { state, people, happen, nameOf, untilCurrent }
}

it('reads all accounts at first, and then those that an event is about', async () => {
  const { state, people, happen, nameOf, untilCurrent } = startPeople([{ user_id: 1, first_name: 'Ann' }])
  expect(people.isCurrent).toBe(false)
  await untilCurrent()
  expect(nameOf(1)).toBe('Ann')
  happen('PickSubmitted', { entryId: 1 })
  expect(people.isCurrent).toBe(true)
  state.rows = [
    { user_id: 1, first_name: 'Anna' },
    { user_id: 2, first_name: 'Ben' },
  ]
  happen('UserProfileChanged', { userId: 1 })
  happen('UserRegistered', { userId: 2 })
  await untilCurrent()
  expect([nameOf(1), nameOf(2)]).toEqual(['Anna', 'Ben'])
  state.rows = []
  happen('UserDeleted', { userId: 1 })
  await untilCurrent()
  expect([nameOf(1), nameOf(2)]).toEqual([undefined, 'Ben'])
  happen('UsersAndEntriesPurged', {})
  await untilCurrent()
  expect(nameOf(2)).toBeUndefined()
  expect(state.reads).toEqual(['all', [1, 2], [1], 'all'])
})

it('reads an account again that changes while it is read', async () => {
  const { state, happen, nameOf, untilCurrent } = startPeople([{ user_id: 1, first_name: 'Ann' }])
  state.beforeAnswer = () => {
    state.beforeAnswer = () => {}
    state.rows = [{ user_id: 1, first_name: 'Anna' }]
    happen('UserProfileChanged', { userId: 1 })
  }
  await untilCurrent()
  expect(nameOf(1)).toBe('Anna')
  expect(state.reads).toEqual(['all', [1]])
})

it('reads again what a read that failed should have read', async () => {
  const { state, people, nameOf, untilCurrent } = startPeople([{ user_id: 1, first_name: 'Ann' }])
  state.isDown = true
  await expect(people.refresh()).rejects.toThrow('down')
  expect(people.isCurrent).toBe(false)
  state.isDown = false
  await untilCurrent()
  expect(nameOf(1)).toBe('Ann')
})
