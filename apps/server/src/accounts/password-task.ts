import bcrypt from 'bcryptjs'

/** Slow work on a password: hashing it, or comparing it with a hash. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string }

/** Runs a task in the calling thread. bcrypt's synchronous functions are faster, and block it. */
export function runPasswordTask(task: PasswordTask): string | boolean {
  return task.kind === 'hash' ? bcrypt.hashSync(task.password, task.cost) : bcrypt.compareSync(task.password, task.hash)
}
