import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { getStored, setStored } from '../../lib/local-storage.ts'
import styles from './shell.module.css'

const KEY = 'theme'
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const LOOKS = {
  system: { Icon: Monitor, label: 'system' },
  light: { Icon: Sun, label: 'light' },
  dark: { Icon: Moon, label: 'dark' },
} as const

const storedTheme = (): Theme => THEMES.find((theme) => theme === getStored(KEY)) ?? 'system'

/** Applies the theme that this device remembers. Called once when the app starts. */
export const applyStoredTheme = (): void => applyTheme(storedTheme())

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** The button that cycles through the themes. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  const { Icon, label } = LOOKS[theme]
  const showNext = (): void => {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
    setStored(KEY, next === 'system' ? null : next)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <button
      type="button"
      className={styles.iconButton}
      onClick={showNext}
      aria-label={`Theme: ${label}. Change`}
      title={`Theme: ${label}`}
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}
