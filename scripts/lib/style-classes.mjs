import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './run.mjs'

/** The classes that any component may name. All others belong to the components that import their file. */
const SHARED = 'styles/shared.css'

/** @param {string} sheet @returns {Set<string>} */
const classesOf = (sheet) => {
  const selectors = sheet.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/'[^']*'|\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? ''))
}

/** @param {string} source @returns {Map<string, string>} the name that a source gives to each module of styles that it imports */
const modulesOf = (source) =>
  new Map([...source.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].map(([, name = '', path = '']) => [path, name]))

/**
 * Compares the classes of style sheets with those that components use.
 *
 * @param {ReadonlyMap<string, string>} sources style sheets and components, by their path
 * @returns {string[]} a sentence for each class that is only on one side
 */
export function strayClasses(sources) {
  const files = [...sources]
  const used = new Map(files.filter(([file]) => file.endsWith('.module.css')).map(([file]) => [file, new Set()]))
  const words = new Set()
  const named = new Set()
  for (const [file, source] of files) {
    if (file.endsWith('.css')) continue
    for (const [, word] of source.matchAll(/'([\w-]+)'/g)) words.add(word)
    for (const [, list = ''] of source.matchAll(/className="([^"]+)"/g)) for (const name of list.split(' ')) named.add(name)
    for (const [path, name] of modulesOf(source)) {
      for (const [, own] of source.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g')))
        used.get(posix.join(posix.dirname(file), path))?.add(own)
    }
  }
  const shared = classesOf(sources.get(SHARED) ?? '')
  // Not `Set.difference`: the scripts also run on the machine's own Node, from version 20 on.
  const without = (names, others) => [...names].filter((name) => !others.has(name))
  return [
    ...[...used].flatMap(([file, names]) => {
      const declared = classesOf(sources.get(file) ?? '')
      return [
        ...without(declared, names).map((name) => `${file}: no component uses .${name}`),
        ...without(names, declared).map((name) => `${file}: a component uses .${name}, which is not there`),
      ]
    }),
    ...without(shared, new Set([...words, ...named])).map((name) => `${SHARED}: no component uses .${name}`),
    ...without(named, shared).map((name) => `${SHARED}: a component uses .${name}, which is not there`),
  ]
}

/** Prints the classes of the web app that only its style sheets or only its components know. @returns {number} an exit code */
export function checkStyleClasses() {
  const source = join(root, 'apps', 'web', 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.(?:css|tsx?)$/.test(file),
  )
  const problems = strayClasses(new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')])))
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}
