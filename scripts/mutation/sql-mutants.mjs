/**
 * Mutants of SQL. Stryker leaves tagged templates alone, and what somebody may see of picks is decided in SQL.
 *
 * @typedef {{ line: number, start: number, end: number, from: string, to: string }} SqlMutant `start` and `end` in the file
 */

/** What is looked for in the fixed texts of a template, and what stands there in a mutant. */
const OPERATORS = [
  [/\bIS NOT NULL\b/g, () => 'IS NULL'],
  [/\bIS NULL\b/g, () => 'IS NOT NULL'],
  [/\bIS NOT DISTINCT FROM\b/g, () => 'IS DISTINCT FROM'],
  [/\bNOT EXISTS\b/g, () => 'EXISTS'],
  [/\b(?:AND|OR)\b/g, (found) => (found === 'AND' ? 'OR' : 'AND')],
  [/(?<=\s)(?:=|<>)(?=\s|$)/g, (found) => (found === '=' ? '<>' : '=')],
  [/(?<=\s)>(?=\s|$)/g, () => '>='],
  [/(?<=\s)<(?=\s|$)/g, () => '<='],
  [/\b(?:true|false)\b/g, (found) => (found === 'true' ? 'false' : 'true')],
  [/\bWHERE\b/g, () => 'WHERE true OR'],
  [/\bWHEN\b/g, () => 'WHEN true OR'],
  [/\bWHEN\b/g, () => 'WHEN false AND'],
  [/\bLEFT JOIN\b/g, () => 'JOIN'],
  [/\bDESC\b/g, () => 'ASC'],
]

/**
 * Every mutant of the templates in a source text.
 *
 * @param {string} source
 * @returns {SqlMutant[]}
 */
export function sqlMutants(source) {
  const mutants = []
  for (const { start, text } of fixedTexts(source)) {
    for (const [pattern, replace] of OPERATORS) {
      for (const match of text.matchAll(pattern)) {
        const at = start + match.index
        const line = source.slice(0, at).split('\n').length
        mutants.push({ line, start: at, end: at + match[0].length, from: match[0], to: replace(match[0]) })
      }
    }
  }
  return mutants.sort((a, b) => a.start - b.start)
}

/**
 * The source with one mutant in it.
 *
 * @param {string} source
 * @param {Pick<SqlMutant, 'start' | 'end' | 'to'>} mutant
 * @returns {string}
 */
export function withMutant(source, { start, end, to }) {
  return source.slice(0, start) + to + source.slice(end)
}

/** What stands between the holes of the source's SQL templates, and where. Templates may stand in each other's holes. */
function fixedTexts(source) {
  const texts = []
  const opening = /\bsql(?:<[^`]*?>)?`/g
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    let start = opening.lastIndex
    for (let at = start; at < source.length; at += 1) {
      const isHole = source.startsWith('${', at)
      if (!isHole && source[at] !== '`') continue
      texts.push({ start, text: source.slice(start, at) })
      if (!isHole) break
      at = endOfHole(source, at + 2)
      start = at + 1
    }
  }
  return texts
}

/** Where the brace is that closes a hole; texts in it may hold holes of their own. */
function endOfHole(source, from) {
  let depth = 1
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1
    else if (source[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error('a hole of a template has no end')
}
