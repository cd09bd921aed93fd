import { describe, expect, it } from 'vitest'
import { entryLabel } from './entry-label.ts'

describe('entryLabel', () => {
  it.each([
    [{ name: 'Entry 1', user_name: 'Priya Shah' }, 'Priya Shah · Entry 1'],
    [{ name: 'Priya Shah 2', user_name: 'Priya Shah' }, 'Priya Shah 2'],
    [{ name: 'priya shah', user_name: 'Priya Shah' }, 'priya shah'],
    [{ name: 'Annabel 2', user_name: 'Ann' }, 'Ann · Annabel 2'],
    [{ name: 'Entry 1', user_name: '' }, 'Entry 1'],
    [{ name: 'Entry 1' }, 'Entry 1'],
  ])('names the member and the entry, unless the name of the entry begins with the member: %o', (entry, label) =>
    expect(entryLabel(entry)).toBe(label),
  )
})
