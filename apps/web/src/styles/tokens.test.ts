import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../components/pool/teams.ts'
import css from './tokens.css?raw'

const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)]
const themes = {
  light: new Map(pairs.map(([, name, light]) => [name!, light!])),
  dark: new Map(pairs.map(([, name, , dark]) => [name!, dark!])),
}

const GROUNDS = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover']
const readable: readonly (readonly [text: string, ground: string])[] = [
  ...GROUNDS.flatMap((ground) =>
    ['text', 'text-muted', 'accent-text', 'accent-hover', 'win', 'loss', 'warn'].map((text) => [text, ground] as const),
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
const visible = GROUNDS.flatMap((ground) => ['border-strong', 'focus'].map((edge) => [edge, ground] as const))

it('the tokens are understood', () => {
  expect(pairs.length).toBeGreaterThan(20)
})

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const contrast = (one: string, other: string) => contrastRatio(themes[theme].get(one)!, themes[theme].get(other)!)
  it.each(readable)('%s can be read on %s', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(visible)('%s can be seen on %s', (edge, ground) => {
    expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
  })
})
