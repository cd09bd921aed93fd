import type { AdminEntry, User } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import { editedUserIds, listPeople, type PeopleQuery } from './people-list.ts'

const user = (id: number, email: string, more: Partial<User> = {}): User => ({
  id,
  email,
  first_name: `First${id}`,
  last_name: `Last${id}`,
  mobile: null,
  is_admin: false,
  password_chosen_by_admin: false,
  is_waiting: false,
  picks_sealed_until: null,
  created_at: '2026-09-01T12:00:00.000Z',
  ...more,
})

const entry = (id: number, user_id: number, is_eliminated = false) =>
  ({ id, user_id, name: `Entry ${id}`, is_eliminated, eliminated_week: is_eliminated ? 2 : null, version: 1 }) as AdminEntry

const users = [user(2, 'a@club.example'), user(1, 'B@club.example', { mobile: '+15550100' }), user(3, 'c@club.example')]
const entries = [entry(10, 1, true), entry(11, 1), entry(12, 2, true)]
const query: PeopleQuery = { search: '', activeOnly: false, userSort: 'default', entrySort: 'default', editedIds: new Set() }

const ids = (more: Partial<PeopleQuery>) => listPeople(users, entries, { ...query, ...more }).map((person) => person.user.id)

describe('the list of people', () => {
  it('sorts by joining order, or by email ignoring case', () => {
    expect(ids({})).toEqual([1, 2, 3])
    expect(ids({ userSort: 'email' })).toEqual([2, 1, 3])
  })

  it('keeps only users with an active entry when asked to', () => {
    expect(ids({ activeOnly: true })).toEqual([1])
  })

  it('searches names, emails, mobile numbers, entries and entry IDs', () => {
    expect(ids({ search: 'last2' })).toEqual([2])
    expect(ids({ search: '5550100' })).toEqual([1])
    expect(ids({ search: 'entry 12' })).toEqual([2])
    expect(ids({ search: '#11' })).toEqual([1])
  })

  it('keeps users with unsaved edits that the search would hide', () => {
    expect(ids({ search: 'last2', editedIds: new Set([3]) })).toEqual([2, 3])
  })

  it('sorts the entries of each user', () => {
    const order = (entrySort: PeopleQuery['entrySort']) =>
      listPeople(users, entries, { ...query, entrySort })[0]?.entries?.map(({ id }) => id)
    expect([order('default'), order('active'), order('eliminated')]).toEqual([
      [10, 11],
      [11, 10],
      [10, 11],
    ])
  })

  it('leaves entries undefined while they load', () => {
    expect(listPeople(users, undefined, query)[0]?.entries).toBeUndefined()
    expect(listPeople(users, entries, query)[2]?.entries).toEqual([])
  })
})

it('editedUserIds: maps edited rows to their users', () => {
  expect(editedUserIds(['user:3', 'entry:12', 'new-entry:1', 'entry:99'], entries)).toEqual(new Set([3, 2, 1]))
})
