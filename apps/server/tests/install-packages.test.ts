import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTemporaryFolder } from '@outlast/testing/files'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findNpm } from '../install-packages.mjs'

let folder: string
beforeEach(() => {
  folder = createTemporaryFolder('npm')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function file(...path: readonly string[]): string {
  const name = join(folder, ...path)
  mkdirSync(dirname(name), { recursive: true })
  writeFileSync(name, '')
  return name
}

describe('findNpm', () => {
  test('finds the npm beside a Node.js that is a link in the PATH, though there is no npm in the PATH', () => {
    const npm = file('node-22', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
    const node = file('node-22', 'bin', 'node')
    mkdirSync(join(folder, 'path'))
    symlinkSync(node, join(folder, 'path', 'node'))
    expect(findNpm(join(folder, 'path', 'node'), undefined)).toBe(npm)
  })

  test('finds the npm that the launcher of a release names for the Node.js that it installed without one', () => {
    const npm = file('node-20', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
    const node = file('release', 'platform', 'node', 'bin', 'node')
    expect(findNpm(node, npm)).toBe(npm)
  })

  test('ignores another package manager that started it, and a program that is gone', () => {
    const npm = file('lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
    expect(findNpm(file('bin', 'node'), file('yarn.js'))).toBe(npm)
    expect(findNpm(join(folder, 'bin', 'node'), join(folder, 'gone', 'npm-cli.js'))).toBe(npm)
  })
})
