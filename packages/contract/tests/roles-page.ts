import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { powersOf, ROLE_NAMES } from '@outlast/domain/rules'
import { ROLE_WORDS } from '../src/role-words.ts'
import { routeOf } from '../src/routes.ts'
import { permits, STAFF_CALLS, type StaffCall } from '../src/staff-calls.ts'

// docs/roles.md, from the table of who may make which call. `node packages/contract/tests/roles-page.ts` writes it.

const PAGE = join(import.meta.dirname, '../../../docs/roles.md')
const CALLS = Object.keys(STAFF_CALLS) as readonly StaffCall[]

const HEAD = `# Roles

For members who do something for the club, and for the admin who asks them to. An admin gives a role on _Admin Users & Entries_, and takes it away there, or hands over to another admin. All of it takes effect at once and is public in the audit trail; the last admin stays ([rules](rules.md#1110-roles)). Nobody but an admin changes a pick, and no role shows one before its lock.
`

function part(role: keyof typeof ROLE_WORDS): string {
  const { title, may, screens } = ROLE_WORDS[role]
  const head = `## ${title}\n\nMay ${may} Opens: ${screens.join(', ')}.`
  if (role === 'admin') return `${head}\n\nMakes every call of this page, and those that [api.md](api.md) lists for admins.`
  const powers = powersOf({ isAdmin: false, roles: [role] })
  const calls = CALLS.filter((call) => permits(powers, call)).map(routeOf)
  return `${head}\n\n${calls.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`).join('\n')}`
}

/** Returns the page. */
export function rolesPage(): string {
  return `${[HEAD, ...ROLE_NAMES.map(part), part('admin')].map((text) => text.trimEnd()).join('\n\n')}\n`
}

/** Returns the page as it is in the repository. */
export const readRolesPage = (): string => readFileSync(PAGE, 'utf8')

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, rolesPage())
