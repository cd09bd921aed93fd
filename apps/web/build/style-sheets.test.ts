import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '../src')
const sheets = new Map(globSync('**/*.css', { cwd: source }).map((file) => [file, readFileSync(join(source, file), 'utf8')]))

const tokens = sheets.get('styles/tokens.css')!

describe('style sheets', () => {
  it('have at most eight sizes of text, all of them tokens', () => {
    const sizes = new Set<string>()
    for (const [file, sheet] of sheets) {
      for (const [, size] of sheet.matchAll(/font-size: ([^;]+);/g)) {
        expect(`${file}: ${size}`).toMatch(/: (?:var\(--text-[a-z]+\)|inherit)$/)
        sizes.add(size!)
      }
    }
    sizes.delete('inherit')
    expect(sizes.size).toBeLessThanOrEqual(8)
    for (const size of sizes) expect(tokens).toContain(`--${size.slice(6, -1)}:`)
  })

  it('have one rule about reduced motion', () => {
    const files = [...sheets].filter(([, sheet]) => sheet.includes('prefers-reduced-motion')).map(([file]) => file)
    expect(files).toEqual(['styles/base.css'])
  })

  it('have motions of 150 to 400 ms', () => {
    const durations = [...tokens.matchAll(/--motion[a-z-]*: (\d+)ms;/g)].map(([, duration]) => Number(duration))
    expect(durations).toHaveLength(3)
    for (const duration of durations) {
      expect(duration).toBeGreaterThanOrEqual(150)
      expect(duration).toBeLessThanOrEqual(400)
    }
  })
})
