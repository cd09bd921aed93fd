/** Resolves in a task of its own, so that the browser can answer to the user and paint before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
