import { Overloaded } from './errors.ts'

export interface FairQueueOptions {
  /** How many tasks run at the same time. */
  readonly concurrency: number
  /** How many tasks of one key may wait. */
  readonly maxWaitingPerKey: number
  /** How many tasks may wait in total. */
  readonly maxWaiting: number
}

interface WaitingTask {
  readonly start: () => void
  readonly reject: (error: Overloaded) => void
}

/**
 * Runs tasks in turns: one of each key, then the next of each key, so that a key with many tasks delays the others by one task
 * each. A full queue drops the newest task of the key that has the most, so that a new key always gets in.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** The waiting tasks of each key. The order of the keys is the order of their turns. */
  readonly #waiting = new Map<string, WaitingTask[]>()
  #size = 0
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** The number of tasks that wait. */
  get size(): number {
    return this.#size
  }

  /**
   * Runs a task when it is its turn.
   *
   * @throws Overloaded if too many tasks of this key wait already
   */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = (): void => {
        this.#running += 1
        const done = task().then(resolve, reject)
        void done.finally(() => {
          this.#running -= 1
          this.#startNext()
        })
      }
      this.#enqueue(key, { start, reject })
      this.#startNext()
    })
  }

  #enqueue(key: string, task: WaitingTask): void {
    const tasks = this.#waiting.get(key) ?? []
    if (tasks.length >= this.#options.maxWaitingPerKey) return task.reject(new Overloaded('too many tasks of this key wait'))
    tasks.push(task)
    this.#waiting.set(key, tasks)
    this.#size += 1
    if (this.#size > this.#options.maxWaiting) this.#dropOne()
  }

  #dropOne(): void {
    let longest: { readonly key: string; readonly tasks: WaitingTask[] } | undefined
    for (const [key, tasks] of this.#waiting) if (tasks.length > (longest?.tasks.length ?? 0)) longest = { key, tasks }
    longest?.tasks.pop()?.reject(new Overloaded('the queue is full'))
    this.#size -= 1
    if (longest?.tasks.length === 0) this.#waiting.delete(longest.key)
  }

  #startNext(): void {
    while (this.#running < this.#options.concurrency) {
      const [next] = this.#waiting
      if (next === undefined) return
      const [key, tasks] = next
      const task = tasks.shift()
      // Deleted and set again, so that this key's next turn comes after all others.
      this.#waiting.delete(key)
      if (tasks.length > 0) this.#waiting.set(key, tasks)
      this.#size -= 1
      task?.start()
    }
  }
}
