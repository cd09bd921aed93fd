import styles from './loading.module.css'

/** Says that something is on its way. */
export function Loading({ label = 'Loading…' }: { readonly label?: string | undefined }) {
  return <output className={styles.loading}>{label}</output>
}
