import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { isPoolReachable } from '../api/client.ts'
import { useWaiting } from '../lib/arrivals.ts'
import { loadLaterStyles } from '../lib/later-styles.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { nextTask } from '../lib/next-task.ts'
import { ErrorBox, ErrorNotice } from './errors.tsx'

/** What a part of the app shows instead of itself when its code failed to load. */
export interface LoadFailureProps {
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

interface LazyPartOptions<P> {
  /** Shown while the code loads. Default: nothing. */
  readonly placeholder?: ReactNode | ((props: P) => ReactNode)
  /** Makes the part an overlay, such as a dialog: its failure appears in a notice above the page. */
  readonly overlay?: {
    readonly isOpen: (props: P) => boolean
    /** What the notice's Close button does. */
    readonly close: (props: P) => unknown
  }
  /** Whether the page's first style sheet has the part's styles: those of the first screens (vite.config.ts). All others load a second one. */
  readonly isFirstScreen?: boolean
  /** Shown instead of the usual message when loading failed. */
  readonly Failure?: ComponentType<LoadFailureProps>
}

/** A component whose code loads on demand. */
export interface LazyPart<P> {
  (props: P): ReactNode
  /** Loads the code. A failure shows in the component, with Retry. */
  readonly load: () => Promise<void>
  /** Whether the component shows what it has: its code has loaded, or failed to. */
  readonly isSettled: () => boolean
  /** Loads the code early, for example when the pointer reaches a button. A failure leaves no trace. */
  readonly preload: () => void
}

/**
 * Creates a component whose code loads when it is first rendered. When that fails, the rest of the page stays, and the message
 * appears in the place of the component.
 * @param load imports the component
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { placeholder, overlay, isFirstScreen = false, Failure = LoadFailure }: LazyPartOptions<P> = {},
): LazyPart<P> {
  const chunk = new Chunk(isFirstScreen ? load : () => withStyles(load))
  function Part(props: P): ReactNode {
    const state = useSyncExternalStore(chunk.subscribe, chunk.getState)
    const [isRetrying, setRetrying] = useState(false)
    const isOpen = overlay === undefined || overlay.isOpen(props)
    useWaiting(isOpen && ['idle', 'loading'].includes(state.status))
    useEffect(() => {
      if (isOpen && state.status === 'idle') void chunk.load()
      if (!isOpen) chunk.forgetFailure()
    }, [state, isOpen])
    if (state.status === 'ready') return <state.Component {...props} />
    const waiting = typeof placeholder === 'function' ? placeholder(props) : placeholder
    if (!isOpen || (state.status !== 'failed' && !isRetrying)) return waiting
    const retry = (): void => {
      setRetrying(true)
      void chunk.retry().finally(() => setRetrying(false))
    }
    if (overlay === undefined) return <Failure isRetrying={isRetrying} onRetry={retry} />
    return (
      <>
        {waiting}
        <ErrorNotice message={MESSAGE} retrying={isRetrying} onRetry={retry} onClose={() => overlay.close(props)} />
      </>
    )
  }
  return Object.assign(Part, {
    load: () => chunk.load(),
    isSettled: () => ['ready', 'failed'].includes(chunk.getState().status),
    preload: () => void chunk.load().then(() => chunk.forgetUnseenFailure()),
  })
}

const MESSAGE = 'This part of the page could not be loaded'

function LoadFailure({ isRetrying, onRetry }: LoadFailureProps): ReactNode {
  return <ErrorBox message={MESSAGE} retrying={isRetrying} onRetry={onRetry} />
}

type ChunkState<P> =
  | { readonly status: 'idle' | 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly Component: ComponentType<P> }

/** The code of a component and whether it is loaded. */
class Chunk<P> {
  readonly #import: () => Promise<ComponentType<P>>
  readonly #listeners = new Set<() => void>()
  #state: ChunkState<P> = { status: 'idle' }
  #loading: Promise<void> | undefined

  declare readonly getState: () => ChunkState<P>
  declare readonly subscribe: (listener: () => void) => () => void

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#import = load
    // For older browsers, public fields with a value would become code that nothing else of the first view needs.
    this.getState = () => this.#state
    this.subscribe = (listener) => {
      this.#listeners.add(listener)
      return () => {
        this.#listeners.delete(listener)
        this.forgetUnseenFailure()
      }
    }
  }

  /** Loads the code unless it is loaded or loading. */
  load(): Promise<void> {
    if (this.#state.status === 'ready') return Promise.resolve()
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined))
    return this.#loading
  }

  /**
   * Loads the code again. Some browsers remember a failed import until the page reloads, and a file may be gone after an upgrade.
   * So when the import fails although the server answers, the page reloads, which also brings the newest version.
   */
  async retry(): Promise<void> {
    await this.load()
    if (this.#state.status !== 'ready' && (await isPoolReachable())) window.location.reload()
  }

  /** Forgets a failure, so that the next place that needs the code tries again. */
  forgetFailure(): void {
    if (this.#state.status === 'failed') this.#set({ status: 'idle' })
  }

  forgetUnseenFailure(): void {
    if (this.#listeners.size === 0) this.forgetFailure()
  }

  async #load(): Promise<void> {
    this.#set({ status: 'loading' })
    // A screen requests several parts at once, and starting each takes a phone a few milliseconds.
    await nextTask()
    try {
      this.#set({ status: 'ready', Component: await loadChunk(this.#import) })
    } catch (error) {
      console.warn(error)
      this.#set({ status: 'failed' })
    }
  }

  #set(state: ChunkState<P>): void {
    this.#state = state
    this.#listeners.forEach((listener) => listener())
  }
}

async function withStyles<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const [part] = await Promise.all([load(), loadLaterStyles()])
  return part
}
