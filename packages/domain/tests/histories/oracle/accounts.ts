import type { Account, Facts } from './facts.ts'
import { type CommandRules, isBy } from './rule.ts'
import { addEntry, endBooks, give, joiningRefusals, keepsEntries, paperRefusals, removeEntries } from './entries.ts'

const SEAL_MS = 7 * 24 * 3_600_000

/** docs/rules.md §11. */
export const ACCOUNT_RULES: CommandRules<
  | 'RegisterUser'
  | 'ClaimAdmin'
  | 'CreateUser'
  | 'ImportMembers'
  | 'ChangeJoining'
  | 'ApproveUser'
  | 'ChangeProfile'
  | 'CommitNames'
  | 'ConfirmEmailChange'
  | 'ChangePassword'
  | 'EndLogins'
  | 'DeleteUser'
  | 'RemoveNewcomers'
  | 'PurgeUsersAndEntries'
> = {
  RegisterUser: {
    by: 'anyone',
    refusals: ({ joining }) => (joining === 'code' ? ['invitation_required'] : joining === 'closed' ? ['joining_closed'] : []),
    apply: (facts) => addUser(facts, { isAdmin: facts.users.length === 0, isWaiting: facts.joining === 'approval' }),
  },
  ClaimAdmin: {
    by: 'anyone',
    // Every history begins with an admin.
    refusals: () => ['admin_link_invalid'],
    apply: () => undefined,
  },
  CreateUser: {
    by: 'helper',
    refusals: (facts, { takesOver = [] }) => paperRefusals(facts, takesOver),
    apply: (facts, { takesOver = [] }) => {
      addUser(facts, { isAdmin: false, isWaiting: false })
      return give(facts, takesOver, facts.lastIds.user, false)
    },
  },
  ImportMembers: {
    by: 'helper',
    refusals: (facts, { members }, { account, now }) => [
      ...(members.some(({ entryNames }) => new Set(entryNames.map((name) => name.toLowerCase())).size < entryNames.length)
        ? ['entry_name_taken']
        : []),
      ...(account?.isAdmin === true
        ? []
        : members.flatMap(({ entryNames }) => entryNames.flatMap((_, before) => joiningRefusals(facts, 0, now, before)))),
    ],
    apply: (facts, { members }) => {
      for (const { entryNames } of members) {
        addUser(facts, { isAdmin: false, isWaiting: false })
        for (const name of entryNames) addEntry(facts, facts.lastIds.user, name)
      }
      return undefined
    },
  },
  ChangeJoining: {
    by: 'helper',
    apply: (facts, { mode }) => {
      facts.joining = mode
      return undefined
    },
  },
  ApproveUser: {
    by: 'helper',
    refusals: (facts, data) => userRefusals(facts, data.userId),
    apply: (facts, data) => patchUser(facts, data.userId, { isWaiting: false }),
  },
  ChangeProfile: {
    // Members change their own profile, helpers that of members without a role; only admins change who is an admin or has a role.
    by: 'member',
    refusals: (facts, data, context) => {
      const isOwn = isBy(context, data.userId)
      const other = facts.users.find(({ id }) => id === data.userId)
      const isRight = data.isAdmin !== undefined || data.roles !== undefined || data.handsOver === true
      const isHelped = !isRight && context.account?.roles.includes('helper') === true
      if (context.account?.isAdmin !== true && (isRight || (!isOwn && !isHelped))) return ['forbidden']
      if (context.account?.isAdmin !== true && !isOwn && other !== undefined && hasMore(other, context.account))
        return ['forbidden']
      if (data.isAdmin === false && data.handsOver !== true && isOnlyAdmin(facts, data.userId)) return ['last_admin']
      return userRefusals(facts, data.userId)
    },
    apply: (facts, data, context) => {
      if (!isBy(context, data.userId) && data.fields.includes('email')) {
        endLogins(facts, data.userId)
        const others = facts.seals.filter((seal) => seal.user !== data.userId)
        facts.happened += 1
        facts.seals = [...others, { user: data.userId, since: facts.happened, until: context.now + SEAL_MS }]
      }
      if (
        (data.isAdmin === true || data.handsOver === true) &&
        facts.users.some(({ id, isAdmin }) => id === data.userId && !isAdmin)
      ) {
        patchUser(facts, data.userId, { isAdmin: true, isWaiting: false })
      }
      if (data.roles !== undefined) patchUser(facts, data.userId, { roles: [...new Set(data.roles)].toSorted() })
      if (data.handsOver !== true) return data.isAdmin === false ? takeRight(facts, data.userId) : undefined
      const { account } = context
      return account === undefined || isBy(context, data.userId) ? undefined : takeRight(facts, account.id)
    },
  },
  CommitNames: { by: 'admin', apply: () => undefined },
  ConfirmEmailChange: {
    by: 'anyone',
    refusals: (facts, data) => (facts.seals.some((seal) => seal.user === data.userId) ? [] : ['confirm_link_invalid']),
    apply: (facts, data) => {
      facts.seals = facts.seals.filter((seal) => seal.user !== data.userId)
      return undefined
    },
  },
  ChangePassword: {
    by: 'member',
    refusals: (_facts, data, context) => (isBy(context, data.userId) ? [] : ['forbidden']),
    apply: (facts, data) => endLogins(facts, data.userId),
  },
  EndLogins: {
    by: 'member',
    apply: (facts, _data, { account }) => (account === undefined ? undefined : endLogins(facts, account.id)),
  },
  DeleteUser: {
    by: 'admin',
    refusals: (facts, data) => [
      ...(isOnlyAdmin(facts, data.userId) ? ['last_admin'] : userRefusals(facts, data.userId)),
      ...(keepsEntries(facts, data.userId) ? ['keeps_entries'] : []),
    ],
    apply: (facts, data) => removeUsers(facts, ({ id }) => id === data.userId),
  },
  RemoveNewcomers: {
    by: 'admin',
    apply: (facts, { userIds, entryIds }) => {
      const keepers = facts.users.filter(({ id }) => keepsEntries(facts, id))
      const isGone = (user: Account) => !user.isAdmin && !keepers.includes(user) && userIds.some((id) => id === user.id)
      removeEntries(facts, ({ id }) => entryIds.some((other) => other === id))
      return removeUsers(facts, isGone)
    },
  },
  PurgeUsersAndEntries: {
    by: 'admin',
    apply: (facts) => {
      const isEmpty = facts.entries.length === 0 && facts.users.every(({ isAdmin }) => isAdmin)
      removeEntries(facts, () => true)
      if (!isEmpty) endBooks(facts)
      return removeUsers(facts, ({ isAdmin }) => !isAdmin)
    },
  },
}

/** Whether an account may do something for the club that another may not. */
function hasMore(account: Account, other: Account | undefined): boolean {
  return account.isAdmin || account.roles.some((role) => other?.roles.includes(role) !== true)
}

function addUser(facts: Facts, account: { readonly isAdmin: boolean; readonly isWaiting: boolean }): undefined {
  facts.lastIds.user += 1
  facts.users = [...facts.users, { id: facts.lastIds.user, logins: 1, roles: [], ...account }]
}

function removeUsers(facts: Facts, isGone: (user: Account) => boolean): undefined {
  const gone = facts.users.filter(isGone).map(({ id }) => id)
  removeEntries(facts, ({ owner }) => gone.includes(owner))
  facts.users = facts.users.filter(({ id }) => !gone.includes(id))
  facts.seals = facts.seals.filter(({ user }) => !gone.includes(user))
  facts.proxies = facts.proxies.filter(({ member }) => !gone.includes(member))
}

function patchUser(facts: Facts, id: number, change: Partial<Facts['users'][number]>): undefined {
  facts.users = facts.users.map((user) => (user.id === id ? { ...user, ...change } : user))
}

function endLogins(facts: Facts, id: number): undefined {
  facts.users = facts.users.map((user) => (user.id === id ? { ...user, logins: user.logins + 1 } : user))
}

function userRefusals(facts: Facts, id: number): readonly string[] {
  return facts.users.some((user) => user.id === id) ? [] : ['user_not_found']
}

function isOnlyAdmin(facts: Facts, id: number): boolean {
  return facts.users.filter(({ isAdmin }) => isAdmin).every((user) => user.id === id)
}

/** What the account asked for as an admin ends with the right. */
function takeRight(facts: Facts, userId: number): undefined {
  facts.waiting = facts.waiting.filter(({ by }) => by !== userId)
  return patchUser(facts, userId, { isAdmin: false })
}
