/** The device's own time, as an ISO instant. It only says when something was noticed; nothing is decided by it. */
export const deviceTime = (): string => new Date().toISOString()
