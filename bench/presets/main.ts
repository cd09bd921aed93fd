import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTable } from '@outlast/testing'
import { sharedData } from '@outlast/testing/root'
import { HEADINGS, MEMBERS, presetRows, SEASONS } from './table.ts'

// `npm run presets`: prints how many entries are alive after each week of real seasons under each preset. See docs/rules.md §14.4.

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, folder: { type: 'string' } } })

const HELP = `npm run presets [-- --folder <folder>]

Replays the seasons ${SEASONS.join(', ')} with ${MEMBERS} simulated members under each preset of the rules, and prints how many
entries are alive after each week.
  --folder   with games-<year>.csv in nflverse's columns (default: ../shared/data beside the checkout)`

const found = sharedData(`games-${SEASONS[0]}.csv`)
const folder = values.folder ?? (found === undefined ? undefined : dirname(found))
if (values.help === true) console.log(HELP)
else if (folder === undefined) {
  console.error(`Name the folder with the seasons.\n\n${HELP}`)
  process.exitCode = 2
} else console.log(formatTable(`Entries alive, of ${MEMBERS}: ${SEASONS.join(' · ')}`, HEADINGS, presetRows(folder), []))
