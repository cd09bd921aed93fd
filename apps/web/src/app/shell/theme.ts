import { getStored, setStored } from '../../lib/local-storage.ts'

const KEY = 'theme'
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The theme that this device remembers. */
export const storedTheme = (): Theme => THEMES.find((theme) => theme === getStored(KEY)) ?? 'system'

/** Applies it. Called once when the app starts. */
export const applyStoredTheme = (): void => applyTheme(storedTheme())

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Applies a theme, and remembers it. */
export function chooseTheme(theme: Theme): void {
  setStored(KEY, theme === 'system' ? null : theme)
  applyTheme(theme)
}
