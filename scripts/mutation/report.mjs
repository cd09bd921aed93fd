import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/run.mjs'
import { AREAS } from './areas.mjs'

/** The share of mutants that the tests of each area must kill. */
export const REQUIRED_SCORE = 0.9

const KILLED = ['Killed', 'Timeout']
const SURVIVED = ['Survived', 'NoCoverage']

/**
 * Adds up the reports of an area's parts. A mutant that no test reaches counts as a survivor; one that cannot run does not count.
 *
 * @param {string} area
 */
export function scoreOf(area) {
  const survivors = []
  let killed = 0
  for (const index of AREAS[area].keys()) {
    const report = JSON.parse(readFileSync(join(root, 'mutation-report', `${area}-${index}.json`), 'utf8'))
    for (const [file, { source, mutants }] of Object.entries(report.files)) {
      for (const mutant of mutants) {
        if (KILLED.includes(mutant.status)) killed += 1
        else if (SURVIVED.includes(mutant.status))
          survivors.push(`${file}:${mutant.location.start.line} ${describeChange(source, mutant)}`)
      }
    }
  }
  const all = killed + survivors.length
  return { area, all, killed, survivors, share: all === 0 ? 0 : killed / all }
}

function describeChange(source, { location: { start, end }, replacement }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return `${oneLine(lines.join(' '))} => ${oneLine(replacement)}`
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
