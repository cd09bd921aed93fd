import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './shell.module.css'
import { applyTheme, rememberedTheme, type Theme, THEMES } from './theme.ts'

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
