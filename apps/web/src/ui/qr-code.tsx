import encodeQR from 'qr'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/** A QR code of a text, such as a link, black on white in both color schemes, because cameras expect that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 4 }), [text])
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={styles.qr} viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
