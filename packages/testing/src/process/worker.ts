import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../root.ts'
import { programEnvironment, stopChild } from './program.ts'

/** A process of its own that answers messages over Node's channel between parent and child. */
export interface Worker {
  readonly pid: number
  /** Sends a message and returns the reply. One request at a time. Rejects when the process exits instead of replying. */
  request<Reply>(message: unknown): Promise<Reply>
  /** Waits for a message that the worker sends without being asked. */
  nextMessage(): Promise<unknown>
  /** Closes the channel and waits until the worker has exited normally, with its CPU profile written. */
  disconnect(): Promise<void>
  stop(): Promise<void>
}

export interface WorkerOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Arguments for Node.js, e.g. `['--cpu-prof', '--cpu-prof-dir=…']`. */
  readonly nodeArgs?: readonly string[]
}

/** Starts a worker. Its module calls {@link serveRequests}, or uses `process.send` itself. */
export function startWorker(module: URL | string, { env, nodeArgs = [] }: WorkerOptions = {}): Worker {
  const child = fork(fileURLToPath(module), [], {
    cwd: root,
    env: programEnvironment(env),
    execArgv: ['--disable-warning=ExperimentalWarning', ...nodeArgs],
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    request: <Reply>(message: unknown) => {
      const reply = nextMessage<Reply>(child)
      child.send(message as object)
      return reply
    },
    nextMessage: () => nextMessage(child),
    async disconnect() {
      child.disconnect()
      await exited
    },
    stop: () => stopChild(child, exited),
  }
}

/**
 * Answers each message of the parent process with what `handle` returns. For use inside a worker.
 * @param stop called on SIGTERM, before the process exits
 */
export function serveRequests<Request>(
  handle: (request: Request) => unknown,
  stop: () => Promise<void> = () => Promise.resolve(),
): void {
  const reply = async (request: Request): Promise<void> => {
    const result = (await handle(request)) ?? null
    process.send?.(result)
  }
  process.on('message', (request) => void reply(request as Request))
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a worker process exited with code ${code}`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message as Message)
    })
  })
}
