import styles from './trophy.module.css'

/** A cup. Decorative: the text beside it says what it means. */
export function Trophy() {
  return (
    <svg className={styles.trophy} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d="M14 6h20v13a10 10 0 0 1-20 0z" />
      <path d="M14 10H7v4a7 7 0 0 0 7.6 7M34 10h7v4a7 7 0 0 1-7.6 7" fill="none" stroke="currentColor" strokeWidth="3" />
      <path d="M22 28h4v7h-4zM15 42v-2a5 5 0 0 1 5-5h8a5 5 0 0 1 5 5v2z" />
    </svg>
  )
}
