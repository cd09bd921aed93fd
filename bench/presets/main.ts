import { formatTable } from '@outlast/testing'
import { REAL_SEASONS } from '@outlast/seasons/real/years'
import { HEADINGS, MEMBERS, presetRows } from './table.ts'

// `npm run presets`: prints how many entries are alive after each week of real seasons under each preset. See docs/rules.md §14.4.

console.log(formatTable(`Entries alive, of ${MEMBERS}: ${REAL_SEASONS.join(' · ')}`, HEADINGS, presetRows(), []))
