import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onValueChange: (value: Value) => unknown
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  /** The accessible name of the tab list. */
  readonly label: string
  /** The content of the selected tab. */
  readonly children: ReactNode
}

/** Tabs, one of which is selected. */
export function Tabs<Value extends string>({ value, onValueChange, tabs, label, children }: TabsProps<Value>) {
  // The library reports a click twice: once for the focus and once for the click.
  const reported = useRef(value)
  useEffect(() => {
    reported.current = value
  }, [value])
  const reportOnce = (next: Value): void => {
    if (reported.current === next) return
    reported.current = next
    onValueChange(next)
  }
  return (
    <Base.Root className="stack4" value={value} onValueChange={reportOnce}>
      <Base.List className={styles.list} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} className={styles.tab} value={tab.value}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel className={styles.panel} value={value}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
