import { accentDeclarations, clubAccent } from '@outlast/contract/club-accent'
import { contrastRatio } from '@outlast/contract/contrast'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import css from '../styles/tokens.css?raw'

const tokens = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)]
const token = (theme: 'light' | 'dark', name: string): string => {
  const found = tokens.find((match) => match[1] === name)
  return found?.[theme === 'light' ? 2 : 3] ?? expect.fail(`tokens.css has no ${name}`)
}
const SURFACES = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover']

/** Returns the lowest contrast of all pairs of text and background that the accent takes part in. */
function lowestContrast(color: string, theme: 'light' | 'dark'): number {
  const accent = clubAccent(color)[theme]
  const pairs = [
    ...SURFACES.flatMap((surface) => [
      [accent['accent-text'], token(theme, surface)],
      [accent['accent-hover'], token(theme, surface)],
      [accent.focus, token(theme, surface)],
    ]),
    [accent.accent, accent['accent-surface']],
    [token(theme, 'text'), accent['accent-surface']],
    [token(theme, 'text-muted'), accent['accent-surface']],
    [accent['on-accent'], accent.accent],
    [accent['on-accent'], accent['accent-hover']],
  ] as const
  return Math.min(...pairs.map(([text = '', background = '']) => contrastRatio(text, background)))
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe.each(['light', 'dark'] as const)('clubAccent in the %s theme', (theme) => {
  it('has a contrast of 4.5 everywhere for every corner of the color cube', () => {
    const channels = ['00', '33', '66', '99', 'cc', 'ff']
    for (const r of channels) {
      for (const g of channels) {
        for (const b of channels) expect(lowestContrast(`#${r}${g}${b}`, theme), `#${r}${g}${b}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
  it('has a contrast of 4.5 everywhere for any color', () => {
    fc.assert(
      fc.property(hex, (color) => {
        expect(lowestContrast(color, theme)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('clubAccent', () => {
  it('keeps a color that is readable as it is', () => {
    expect(clubAccent('#0a5c36').light.accent).toBe('#0a5c36')
    expect(clubAccent('#8dbcf2').dark.accent).toBe('#8dbcf2')
  })
  it('keeps the hue: a green club stays green in both themes', () => {
    for (const { accent } of Object.values(clubAccent('#0a5c36'))) {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(accent.slice(at, at + 2), 16))
      expect(g).toBeGreaterThan(Math.max(r, b))
    }
  })
})

describe('accentDeclarations', () => {
  it('replaces every token of the accent, and only tokens that exist', () => {
    const names = [...accentDeclarations('#7a0019').matchAll(/--([\w-]+): light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)/g)].map(
      ([, name]) => name,
    )
    expect(names).toEqual(['accent', 'accent-hover', 'accent-surface', 'accent-text', 'on-accent', 'focus'])
    for (const name of names) expect(tokens.map(([, known]) => known)).toContain(name)
  })
})
