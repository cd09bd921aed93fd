import type { User } from '@outlast/contract'
import { expect, it } from 'vitest'
import { isNewEmail, profileChanges, profileValues } from './profile-changes.ts'

const ann: User = {
  id: 1,
  email: 'ann@x.example',
  first_name: 'Ann',
  last_name: 'Lee',
  mobile: null,
  is_admin: false,
  password_chosen_by_admin: false,
  is_waiting: false,
  picks_sealed_until: null,
  created_at: '2026-09-01T12:00:00.000Z',
}

it('profileChanges: returns undefined when nothing changed', () => {
  expect(profileChanges(ann, profileValues(ann))).toBeUndefined()
  expect(
    profileChanges(ann, { ...profileValues(ann), first_name: ' Ann ', current_password: 'filled by a password manager' }),
  ).toBeUndefined()
})

it('profileChanges: returns only the changed fields, trimmed', () => {
  expect(profileChanges(ann, { ...profileValues(ann), last_name: ' Ray ', mobile: '+1555' })).toEqual({
    last_name: 'Ray',
    mobile: '+1555',
  })
})

it('profileChanges: removes the mobile number when the field is empty', () => {
  const withMobile = { ...ann, mobile: '+1555' }
  expect(profileChanges(withMobile, { ...profileValues(withMobile), mobile: '' })).toEqual({ mobile: null })
})

it('profileChanges: includes the current password only with a new email', () => {
  const typed = { ...profileValues(ann), current_password: 'secret' }
  expect(profileChanges(ann, { ...typed, email: 'ann@y.example' })).toEqual({
    email: 'ann@y.example',
    current_password: 'secret',
  })
  expect(profileChanges(ann, { ...typed, email: 'Ann@x.example' })).toEqual({ email: 'Ann@x.example' })
  expect(isNewEmail(ann, ' ANN@x.example ')).toBe(false)
})
