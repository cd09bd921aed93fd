/**
 * Mutants of SQL. Stryker does not mutate tagged templates, and SQL decides which picks a viewer may see.
 *
 * @typedef {{ line: number, start: number, end: number, from: string, to: string }} SqlMutant `start` and `end` are offsets in the file
 */

/** Patterns in the literal text of a template and their replacements. */
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
 * Returns every mutant of the SQL templates in a source text.
 *
 * @param {string} source
 * @returns {SqlMutant[]}
 */
export function sqlMutants(source) {
  const mutants = []
  for (const { start, text } of literalTexts(source)) {
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
 * Returns the source text with one mutant applied.
 *
 * @param {string} source
 * @param {Pick<SqlMutant, 'start' | 'end' | 'to'>} mutant
 * @returns {string}
 */
export function withMutant(source, { start, end, to }) {
  return source.slice(0, start) + to + source.slice(end)
}

/** Returns the literal texts of the SQL templates with their offsets. Templates can be nested in each other's placeholders. */
function literalTexts(source) {
  const texts = []
  const opening = /\bsql(?:<[^`]*?>)?`/g
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    let start = opening.lastIndex
    for (let at = start; at < source.length; at += 1) {
      const isPlaceholder = source.startsWith('${', at)
      if (!isPlaceholder && source[at] !== '`') continue
      texts.push({ start, text: source.slice(start, at) })
      if (!isPlaceholder) break
      at = endOfPlaceholder(source, at + 2)
      start = at + 1
    }
  }
  return texts
}

/** Returns the offset of the brace that closes a placeholder. */
function endOfPlaceholder(source, from) {
  let depth = 1
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1
    else if (source[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error('A placeholder of a template is not closed')
}
