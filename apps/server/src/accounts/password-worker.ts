import bcrypt from 'bcryptjs'

/** A task for a worker thread: hash a password, or compare it with a hash. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string }

/** Runs a task in a worker thread, where bcrypt's synchronous functions are faster and do not block the event loop. */
export function runPasswordTask(task: PasswordTask): string | boolean {
  return task.kind === 'hash' ? bcrypt.hashSync(task.password, task.cost) : bcrypt.compareSync(task.password, task.hash)
}
