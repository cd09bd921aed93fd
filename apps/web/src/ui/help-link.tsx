import styles from './help-link.module.css'

type Guide = 'join-and-play' | 'playing' | 'rules' | 'proofs' | 'season' | 'coming-from-a-spreadsheet'

/** A guide, and its section: `season#every-week`. The pool serves the guides of `docs` (apps/web/build/help-pages.ts). */
export type HelpTarget = Guide | `${Guide}#${string}`

/** Opens the guide to a screen in a tab of its own, so that nothing on the screen is lost. */
export function HelpLink({ to }: { readonly to: HelpTarget }) {
  return (
    <a className={styles.link} href={`/help/${to.replace(/(?=#|$)/, '.html')}`} target="_blank" rel="noreferrer">
      How this works
    </a>
  )
}
