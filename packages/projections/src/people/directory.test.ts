import type { Entry, Position, UserId } from '@outlast/domain'
import { expect, it } from 'vitest'
import { labelOf } from './directory.ts'

const people = { of: () => ({ email: 'mia@club.example', first_name: 'Mia', last_name: 'Lopez', mobile: null }) }
const entry: Pick<Entry, 'name' | 'userId' | 'keepers'> = { name: 'Twins', userId: 1 as UserId }

it('labelOf names an entry with its person, and one of a person without an account with its keeper', () => {
  expect(labelOf(people, entry)).toBe('Mia Lopez · Twins')
  const keepers = [{ userId: 1 as UserId, since: 1 as Position }]
  expect(labelOf(people, { ...entry, name: 'Grandpa', keepers })).toBe('Grandpa · Mia Lopez (by hand)')
})
