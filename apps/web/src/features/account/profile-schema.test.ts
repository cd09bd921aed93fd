import { describe, expect, it } from 'vitest'
import { profileForm } from './profile-schema.ts'

const OLD = 'ann.@club..example'
const check = (email: string) =>
  profileForm(OLD).safeParse({ first_name: 'Ann', last_name: 'Archer', email, mobile: '', current_password: '' })

describe('profileForm', () => {
  it('lets an older account keep an address that would be refused today', () => {
    expect(check(OLD).success).toBe(true)
    expect(check(` ${OLD} `).success).toBe(true)
  })

  it('refuses a new address with its sentence', () => {
    expect(check('bob.@club.example').error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['email'], 'Before the @, an email address cannot begin or end with a dot, or have two dots in a row'],
    ])
    expect(check('bob@club.example').success).toBe(true)
  })
})
