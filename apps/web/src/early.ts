import { askEarly } from './api/early-answers.ts'
import { getToken } from './api/token.ts'
import { addFonts } from './styles/fonts.ts'

// The page loads this small file first. It asks for what the first screen needs while the app's code is on its way, so that a slow
// connection waits once and not three times.

const token = getToken()
const parts: Promise<unknown>[] = []

if (token !== null) askEarly('/api/auth/me', token)
if (location.pathname === '/' && token !== null) {
  askEarly('/api/live/pool', token)
  const id = userIdOf(token)
  if (id !== undefined) askEarly(`/api/live/${encodeURIComponent(`user:${id}`)}`, token)
  parts.push(import('./app/screens/dashboard-screen.tsx'))
} else if (location.pathname.startsWith('/reveal')) {
  askEarly('/api/live/pool', token)
  parts.push(import('./features/reveal/reveal-screen.tsx'))
}

/** How long the fonts leave a slow connection to the data after the code has arrived, in milliseconds. */
const FONT_DELAY_MS = 1_000

// The fonts are a third of all bytes. A slow connection shows the entries first.
if (isSlow()) void Promise.allSettled(parts).then(() => setTimeout(addFonts, FONT_DELAY_MS))
else addFonts()

for (const part of parts) part.catch(() => {})

/** The user's id in the token; undefined if it has none. The server checks the token, so nothing depends on it. */
function userIdOf(text: string): string | undefined {
  try {
    const { sub } = JSON.parse(atob(text.split('.')[1] ?? '')) as { readonly sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/** Whether the browser knows that the connection is slow. Not all browsers tell. */
function isSlow(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean } }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}
