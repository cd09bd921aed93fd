import type { CallInput, User } from '@outlast/contract'
import { ROLE_WORDS } from '@outlast/contract/role-words'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import styles from './people.module.css'

type Change = CallInput<'adminUpdateUser'>['body']

interface RolesEditorProps {
  readonly user: User
  readonly refresh: () => void
}

const ROLES = (Object.keys(ROLE_WORDS) as (keyof typeof ROLE_WORDS)[]).filter((role) => role !== 'admin')
const EVERYBODY_KNOWS = 'It takes effect at once, and the audit trail tells everyone.'

/** Gives, takes and hands over what somebody may do for the club (docs/roles.md). */
export function RolesEditor({ user, refresh }: RolesEditorProps) {
  const { id, first_name: name, is_admin: isAdmin, roles = [] } = user
  const isOwn = useUser().id === id
  const confirmCalls = useConfirmCalls()
  const save = useAction(
    (body: Change, confirmed: Confirmed) => write('adminUpdateUser', { params: { id }, body, ...confirmed }),
    { success: 'User updated', fallback: 'Failed to update user' },
  )
  const change = async (title: string, follows: string, confirmLabel: string, body: Change): Promise<void> => {
    const question = { title, message: `${follows} ${EVERYBODY_KNOWS}`, confirmLabel, danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'adminUpdateUser', params: { id }, body }])
    if (confirmed === undefined) return
    await save.run(body, confirmed)
    refresh()
  }
  const admin = ROLE_WORDS.admin
  return (
    <section className="stack3" aria-label={`Roles of ${name} ${user.last_name}`}>
      <h3 className={styles.entriesTitle}>Roles</h3>
      <div className={styles.role}>
        <p>
          <strong>Admin</strong> can {admin.may}
        </p>
        <div className="line">
          {isAdmin ? (
            <Button
              size="small"
              pending={save.pending}
              onClick={() =>
                change(`Take the admin’s rights from ${name}?`, `${name} can no longer ${admin.may}`, 'Take rights', {
                  is_admin: false,
                })
              }
            >
              {isOwn ? 'Give up admin' : 'Take admin'}
            </Button>
          ) : (
            <Button
              size="small"
              pending={save.pending}
              onClick={() => change(`Make ${name} an admin?`, `${name} can then ${admin.may}`, 'Make admin', { is_admin: true })}
            >
              Make admin
            </Button>
          )}
          {!isOwn && (
            <Button
              size="small"
              pending={save.pending}
              onClick={() =>
                change(
                  `Hand over to ${name}?`,
                  `${name} is an admin from then on, and you no longer are: only another admin can make you one again.`,
                  'Hand over',
                  { hands_over: true },
                )
              }
            >
              Hand over to {name}
            </Button>
          )}
        </div>
      </div>
      {ROLES.map((role) => {
        const { title, may } = ROLE_WORDS[role]
        const has = roles.includes(role)
        return (
          <div key={role} className={styles.role}>
            <p>
              <strong>{title}</strong> can {may}
            </p>
            <div className="line">
              <Button
                size="small"
                pending={save.pending}
                onClick={() =>
                  has
                    ? change(`Take the role from ${name}?`, `${name} can no longer ${may}`, `Take ${role}`, {
                        roles: roles.filter((one) => one !== role),
                      })
                    : change(
                        `Make ${name} a ${role}?`,
                        `${name} can then ${may} No pick is shown before its lock.`,
                        `Make ${role}`,
                        {
                          roles: [...roles, role],
                        },
                      )
                }
              >
                {has ? `Take ${role}` : `Make ${role}`}
              </Button>
            </div>
          </div>
        )
      })}
      <ErrorText>{save.error}</ErrorText>
    </section>
  )
}
