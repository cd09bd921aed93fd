import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = new URL('../tests/histories/oracle/', import.meta.url)

it('the oracle of the random histories shares no code with the domain, only types', () => {
  const files = readdirSync(FOLDER)
  expect(files).toContain('oracle.ts')
  const imports = files.flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8').match(/^import [^]*?from '[^']+'/gm) ?? [])
  const code = imports.filter((line) => !line.startsWith('import type ') && !/from '\.\/[\w-]+\.ts'$/.test(line))
  expect(code).toEqual([])
})
