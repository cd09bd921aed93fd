import { type ReactNode, useEffect, useState } from 'react'
import { getStored, setStored } from '../../lib/local-storage.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { navigate } from '../../ui/navigation/location.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { nextRow, openFocusedRow } from './key-rows.ts'
import styles from './keys.module.css'

/** Where the letter after `g` leads. */
const PAGES: Readonly<Record<string, string>> = { h: '/', l: '/reveal', g: '/history' }

const LINES = [
  [['/'], 'Find'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['g', 'h'], 'Home'],
  [['g', 'l'], 'Live'],
  [['g', 'g'], 'Grid'],
  [['?'], 'This list'],
] as const

const STORED = 'keys'

/** The keys of a laptop: they find, go through rows and open pages. Never while somebody types, or while a dialog or a menu is open. */
export function Keys(): ReactNode {
  const [isListed, setListed] = useState(false)
  const [isOn, setOn] = useState(() => getStored(STORED) !== 'off')
  useEffect(() => {
    let isGoing = false
    function press(event: KeyboardEvent): void {
      const { key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
      const page = isGoing ? PAGES[key] : undefined
      isGoing = isOn && !isGoing && key === 'g'
      if (page !== undefined) navigate(page)
      else if (key === '?') setListed(true)
      else if (!isOn || !act(key)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  const switchOn = (next: boolean): void => {
    setStored(STORED, next ? null : 'off')
    setOn(next)
  }
  return (
    <Dialog open={isListed} onOpenChange={setListed} title="Keys">
      <dl className={styles.keys}>
        {LINES.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key, index) => (
                <kbd key={index}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label="Use these keys on this device" checked={isOn} onChange={(event) => switchOn(event.target.checked)} />
    </Dialog>
  )
}

/** Does what a single key stands for. Returns whether it stands for anything here. */
function act(key: string): boolean {
  if (key === 'j' || key === 'k') return nextRow(key === 'j' ? 1 : -1)
  if (key === 'Enter') return openFocusedRow()
  return key === '/' && find()
}

/** Puts the focus into the page's field for finding. Returns whether there is one. */
function find(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find((input) =>
    input.checkVisibility(),
  )
  field?.focus()
  field?.select()
  return field !== undefined
}

/** Whether somebody types there, or what is open above the page takes the keys. */
const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
