import { describe, expect, it } from 'vitest'
import { compareVersions } from './versions.ts'

describe('compareVersions', () => {
  it('puts previews before their release, and numbers in their order', () => {
    const ordered = ['0.9.10', '1.0.0-rc.1', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1', '1.10.0', '2.0.0-alpha', '2.0.0']
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered)
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
  })

  it('throws for a text that is not a version', () => {
    expect(() => compareVersions('latest', '1.0.0')).toThrow('latest is not a version')
  })
})
