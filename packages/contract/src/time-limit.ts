/** How long a client waits for the server. */
export interface TimeLimits {
  /** How long the server may be silent, before an answer and within it, in milliseconds. */
  readonly silenceMs: number
  /** How long a whole call may take, in milliseconds; and how long the server may be silent about one that takes long. */
  readonly wholeMs: number
  /** Runs a function after a delay in milliseconds. Returns a function that cancels it. */
  readonly schedule: (ms: number, run: () => void) => () => void
}

/** The time limit of one call. */
export interface TimeLimit {
  /** Aborts when the limit is over, or when the caller aborts. */
  readonly signal: AbortSignal | undefined
  /** Reads the body of the answer. Each piece that arrives gives the server time for the next one. */
  readonly read: (response: Response) => Promise<string>
  readonly isOver: () => boolean
  readonly end: () => void
}

/**
 * Starts the time limit of a call, which covers the body of the answer.
 * @param limits without them, there is no limit
 * @param signal aborts the call earlier
 */
export function startTimeLimit(limits: TimeLimits | undefined, takesLong: boolean, signal: AbortSignal | undefined): TimeLimit {
  if (limits === undefined) return { signal, read: (response) => response.text(), isOver: () => false, end: () => {} }
  const controller = new AbortController()
  let isOver = false
  const abort = (): void => controller.abort(signal?.reason)
  const expire = (): void => {
    isOver = true
    controller.abort(new DOMException('The pool did not answer in time', 'TimeoutError'))
  }
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const cancelWhole = limits.schedule(limits.wholeMs, expire)
  const wait = (): (() => void) => limits.schedule(takesLong ? limits.wholeMs : limits.silenceMs, expire)
  let cancelSilence = wait()
  const onProgress = (): void => {
    cancelSilence()
    cancelSilence = wait()
  }
  return {
    signal: controller.signal,
    read: (response) => readText(response, onProgress),
    isOver: () => isOver,
    end: () => {
      cancelWhole()
      cancelSilence()
      signal?.removeEventListener('abort', abort)
    },
  }
}

async function readText({ body }: Response, onProgress: () => void): Promise<string> {
  onProgress()
  if (body === null) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text + decoder.decode()
    onProgress()
    text += decoder.decode(value, { stream: true })
  }
}
