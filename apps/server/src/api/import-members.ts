import { emailKey } from '@outlast/contract/fields/email-address'
import type { ImportRow } from '@outlast/contract'
import { type PoolState, type SaltedNames, type UserId, userId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { accountsByEmail, insertMembers } from '../imports/import-members.ts'
import { type MemberRow, nameEntries, readMemberList } from '../imports/member-list.ts'
import type { LinkSettings } from '../accounts/password-links.ts'
import type { Tables } from '../database/tables.ts'
import { handlers, type RequestContext, type Submit } from '../http/handler.ts'

interface ImportDependencies {
  readonly pool: () => PoolState
  readonly db: Kysely<Tables>
  readonly links: LinkSettings
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** Who asked, when, what makes salts, and whether new members are invited at once. */
type Asked = Pick<RequestContext, 'actor' | 'now' | 'newNonce'> & { readonly invite: boolean }

/** Members per transaction. Small, so that the commands of other users, above all their picks, wait only briefly. */
const CHUNK_SIZE = 100

/** Imports members from a list: a command for every few rows, each with its accounts and mails. */
export function importRoutes({ db, pool, links, onMail }: ImportDependencies) {
  const allEntries = () => [...pool().entries.values()]
  return handlers({
    importMembers: async ({ body: { csv, corrections, dry_run, invite = true } }, { submit, actor, now, newNonce }) => {
      const { rows: listed, columns, sheet, corrected, questions } = await readMemberList(csv, corrections)
      const addresses = listed.flatMap(({ problem, email }) => (problem === null ? [email] : []))
      const known = await accountsByEmail(db, addresses)
      const rows = nameEntries(
        invite || columns.some(({ used_as: use }) => use === 'entries') ? listed : listed.map(withEntry),
        allEntries().map(({ name }) => name),
        ({ email }) => !known.has(emailKey(email)),
      )
      const valid = rows.filter(({ problem }) => problem === null)
      const created = dry_run ? new Map<number, UserId>() : await importChunks(valid, submit, { actor, now, newNonce, invite })
      if (created.size > 0) onMail()
      const existing = await accountsByEmail(db, addresses)
      // A repeated request finds its members in the pool, with the names that their entries got.
      const entriesOf = Map.groupBy(created.size > 0 ? allEntries() : [], (entry) => entry.userId)
      const result = rows.map((row) => {
        const id = created.get(row.line)
        const own = id === undefined ? undefined : entriesOf.get(id)
        const entryNames = own?.map(({ name }) => name) ?? row.entryNames
        return importRow({ ...row, entryNames }, id, existing.get(emailKey(row.email)), dry_run)
      })
      const body = { dry_run, columns: [...columns], sheet, corrected, questions, rows: result, counts: countsOf(result) }
      return { status: 200, body }
    },
  })

  /** Returns the new accounts by line. */
  async function importChunks(valid: readonly MemberRow[], submit: Submit, asked: Asked): Promise<ReadonlyMap<number, UserId>> {
    const created = new Map<number, UserId>()
    for (let start = 0; start < valid.length; start += CHUNK_SIZE) {
      for (const [line, id] of await importChunk(valid.slice(start, start + CHUNK_SIZE), `from ${start}`, submit, asked)) {
        created.set(line, userId(id))
      }
    }
    return created
  }

  /** The receipt stores lines and ids, so that a repeated request gets the same response. */
  function importChunk(
    rows: readonly MemberRow[],
    keySuffix: string,
    submit: Submit,
    asked: Asked,
  ): Promise<readonly (readonly [number, number])[]> {
    const salted = rows.map((row) => ({ ...row, salt: asked.newNonce() }))
    let fresh: typeof salted = []
    const readCommand = async (tx: Kysely<Tables>) => {
      const taken = await accountsByEmail(
        tx,
        rows.map((row) => row.email),
      )
      fresh = salted.filter((row) => !taken.has(emailKey(row.email)))
      return { members: fresh.map(({ entryNames, ...names }) => ({ names: personOf(names), entryNames })) }
    }
    const linesWith = (ids: readonly UserId[]) => fresh.flatMap((row, index) => pairOf(row.line, ids[index]))
    return submit('ImportMembers', readCommand, {
      keySuffix,
      effects: async (tx, { reply, pool: after }) => {
        const members = fresh.flatMap((row, index) => {
          const id = reply.userIds[index]
          return id === undefined ? [] : [{ ...row, userId: id }]
        })
        if (members.length > 0) await insertMembers(tx, members, asked.invite ? { ...asked, pool: after } : undefined, links)
      },
      toResponse: ({ reply }) => linesWith(reply.userIds),
    })
  }
}

/** A member of a season that has begun plays it. */
const withEntry = <R extends MemberRow>(row: R): R => (row.problem === null ? { ...row, unnamedEntries: 1 } : row)

const personOf = ({ salt, firstName, lastName }: SaltedNames): SaltedNames => ({ salt, firstName, lastName })

function pairOf(line: number, id: UserId | undefined): (readonly [number, number])[] {
  return id === undefined ? [] : [[line, id]]
}

function importRow(row: MemberRow, created: UserId | undefined, existing: UserId | undefined, isDryRun: boolean): ImportRow {
  const { line, name, email, mobile, entryNames, problem, wrongCell } = row
  const shown = { line, name, email, mobile, entries: [...entryNames], cell: null }
  if (problem !== null) {
    const cell = wrongCell === undefined ? null : { ...wrongCell, suggestion: null }
    return { ...shown, status: 'invalid', reason: problem, user_id: null, cell }
  }
  if (created !== undefined) return { ...shown, status: 'new', reason: null, user_id: created }
  if (existing !== undefined)
    return { ...shown, status: 'exists', reason: 'This email has an account already', user_id: existing }
  // Deleted while the import was running.
  const reason = isDryRun ? null : 'The account was deleted in the meantime'
  return { ...shown, status: isDryRun ? 'new' : 'invalid', reason, user_id: null }
}

function countsOf(rows: readonly ImportRow[]) {
  const count = (status: ImportRow['status']) => rows.filter((row) => row.status === status).length
  const entries = rows.reduce((sum, row) => sum + (row.status === 'new' ? row.entries.length : 0), 0)
  return { new: count('new'), exists: count('exists'), invalid: count('invalid'), entries }
}
