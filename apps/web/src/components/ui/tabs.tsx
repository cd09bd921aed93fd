import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onValueChange: (value: Value) => unknown
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  /** What the tabs choose between. */
  readonly label: string
  /** The panel of the tab that is open. */
  readonly children: ReactNode
}

/** Views of one thing, one at a time. */
export function Tabs<Value extends string>({ value, onValueChange, tabs, label, children }: TabsProps<Value>) {
  // A click tells twice: once as it gives focus, once as it is a click.
  const told = useRef(value)
  useEffect(() => {
    told.current = value
  }, [value])
  const tell = (next: Value): void => {
    if (told.current === next) return
    told.current = next
    onValueChange(next)
  }
  return (
    <Base.Root className={styles.root} value={value} onValueChange={tell}>
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
