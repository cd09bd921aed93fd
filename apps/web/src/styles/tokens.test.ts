import { describe, expect, it } from 'vitest'
import { contrastRatio } from '@outlast/contract/contrast'
import { TEAMS } from '@outlast/domain/rules'
import css from './tokens.css?raw'

const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)]
const themes = {
  light: new Map(pairs.map(([, name, light]) => [name!, light!])),
  dark: new Map(pairs.map(([, name, , dark]) => [name!, dark!])),
}

const BACKGROUNDS = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover']
const readable: readonly (readonly [text: string, background: string])[] = [
  ...BACKGROUNDS.flatMap((background) =>
    ['text', 'text-muted', 'accent-text', 'accent-hover', 'win', 'loss', 'warn'].map((text) => [text, background] as const),
  ),
  ...['win', 'loss', 'warn', 'accent'].flatMap((tint) =>
    ['text', 'text-muted', tint].map((text) => [text, `${tint}-surface`] as const),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-loss', 'loss'],
  ['on-loss', 'loss-hover'],
  ['surface', 'text'],
]
const visible = BACKGROUNDS.flatMap((background) => ['border-strong', 'focus'].map((edge) => [edge, background] as const))

it('tokens.css: every color is found in its expected format', () => {
  expect(pairs.length).toBeGreaterThan(20)
})

/** A color with so much white over it. */
const lightened = (color: string, share: number): string => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `#${channels
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

it.each(TEAMS.map(({ abbr, color }) => [abbr, color]))('tokens.css: the edge of %s shows its mark on a dark page', (_, color) => {
  const share = /--chip-edge: light-dark\([^,]+, rgb\(255 255 255 \/ (\d+)%\)\)/.exec(css)?.[1]
  const edge = lightened(color, Number(share) / 100)
  for (const background of ['surface', 'surface-raised']) {
    expect(contrastRatio(edge, themes.dark.get(background)!)).toBeGreaterThanOrEqual(2)
  }
})

describe.each(['light', 'dark'] as const)('tokens.css in the %s theme', (theme) => {
  const contrast = (one: string, other: string) => contrastRatio(themes[theme].get(one)!, themes[theme].get(other)!)
  it.each(readable)('has readable contrast (4.5) for %s on %s', (text, background) => {
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(visible)('has visible contrast (3) for %s on %s', (edge, background) => {
    expect(contrast(edge, background)).toBeGreaterThanOrEqual(3)
  })
})
