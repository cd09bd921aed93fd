import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './shell.module.css'
import { chooseTheme, storedTheme, THEMES } from './theme.ts'

const LOOKS = {
  system: { Icon: Monitor, label: 'system' },
  light: { Icon: Sun, label: 'light' },
  dark: { Icon: Moon, label: 'dark' },
} as const

/** The button that cycles through the themes: an icon, or a line of a menu. */
export function ThemeSwitch({ isInMenu = false }: { readonly isInMenu?: boolean }): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  const { Icon, label } = LOOKS[theme]
  const showNext = (): void => {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <button
      type="button"
      className={isInMenu ? styles.link : styles.iconButton}
      onClick={showNext}
      aria-label={`Theme: ${label}. Change`}
      title={`Theme: ${label}`}
    >
      <Icon aria-hidden size={20} /> {isInMenu && `Theme: ${label}`}
    </button>
  )
}
