import type { User } from '@outlast/contract'
import { expect, it } from 'vitest'
import { isNewEmail, profileChanges, valuesOf } from './profile-changes.ts'

const ann: User = {
  id: 1,
  email: 'ann@x.example',
  first_name: 'Ann',
  last_name: 'Lee',
  mobile: null,
  is_admin: false,
  created_at: '2026-09-01T12:00:00.000Z',
}

it('sends nothing when nothing is new', () => {
  expect(profileChanges(ann, valuesOf(ann))).toBeUndefined()
  expect(profileChanges(ann, { ...valuesOf(ann), first_name: ' Ann ', current_password: 'typed by a manager' })).toBeUndefined()
})

it('sends what is new, trimmed', () => {
  expect(profileChanges(ann, { ...valuesOf(ann), last_name: ' Ray ', mobile: '+1555' })).toEqual({
    last_name: 'Ray',
    mobile: '+1555',
  })
})

it('takes the mobile number away', () => {
  const withMobile = { ...ann, mobile: '+1555' }
  expect(profileChanges(withMobile, { ...valuesOf(withMobile), mobile: '' })).toEqual({ mobile: null })
})

it('sends the current password with a new address alone', () => {
  const typed = { ...valuesOf(ann), current_password: 'secret' }
  expect(profileChanges(ann, { ...typed, email: 'ann@y.example' })).toEqual({
    email: 'ann@y.example',
    current_password: 'secret',
  })
  expect(profileChanges(ann, { ...typed, email: 'Ann@x.example' })).toEqual({ email: 'Ann@x.example' })
  expect(isNewEmail(ann, ' ANN@x.example ')).toBe(false)
})
