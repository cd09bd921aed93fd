import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './shell.module.css'
import { setStored, getStored } from '../../lib/local-storage.ts'

const LOOKS = {
  system: { Icon: Monitor, label: 'as the system' },
  light: { Icon: Sun, label: 'light' },
  dark: { Icon: Moon, label: 'dark' },
} as const

/** One button that goes through the themes. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState<Theme>(rememberedTheme)
  const { Icon, label } = LOOKS[theme]
  const next = (): void => {
    const following = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
    applyTheme(following)
    setTheme(following)
  }
  return (
    <button
      type="button"
      className={styles.iconButton}
      onClick={next}
      aria-label={`Theme: ${label}. Change`}
      title={`Theme: ${label}`}
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}

const KEY = 'theme'
export const THEMES = ['system', 'light', 'dark'] as const
/** How the app looks: as the system says, or as somebody wants it. */
export type Theme = (typeof THEMES)[number]

/** What this device remembers. */
export const rememberedTheme = (): Theme => THEMES.find((theme) => theme === getStored(KEY)) ?? 'system'

/** Makes the page look so, now and next time. */
export function applyTheme(theme: Theme): void {
  setStored(KEY, theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
