import { remember, remembered } from '../../lib/stored.ts'

const KEY = 'theme'
export const THEMES = ['system', 'light', 'dark'] as const
/** How the app looks: as the system says, or as somebody wants it. */
export type Theme = (typeof THEMES)[number]

/** What this device remembers. */
export const rememberedTheme = (): Theme => THEMES.find((theme) => theme === remembered(KEY)) ?? 'system'

/** Makes the page look so, now and next time. */
export function applyTheme(theme: Theme): void {
  remember(KEY, theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
