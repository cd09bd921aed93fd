import bcrypt from 'bcryptjs'

/** What a worker thread is asked: to hash, or to compare with a hash. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string }

/** Done in a worker thread, so the synchronous forms are the fast ones: nobody else waits for this thread. */
export function work(task: PasswordTask): string | boolean {
  return task.kind === 'hash' ? bcrypt.hashSync(task.password, task.cost) : bcrypt.compareSync(task.password, task.hash)
}
