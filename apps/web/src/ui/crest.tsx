import { type CrestSize, crestAddress } from '@outlast/contract/crest'
import { useState } from 'react'

interface CrestProps {
  /** The crest's version. */
  readonly version: string
  /** The width and height on the page, in CSS pixels. */
  readonly size: 32 | 96
}

const IMAGES: Readonly<Record<CrestProps['size'], CrestSize>> = { 32: 64, 96: 192 }

/** The club's crest, beside its name. One that was replaced a moment ago disappears. */
export function Crest({ version, size }: CrestProps) {
  const [missing, setMissing] = useState<string>()
  if (missing === version) return null
  return (
    <img
      src={crestAddress(version, IMAGES[size])}
      width={size}
      height={size}
      alt=""
      decoding="async"
      onError={() => setMissing(version)}
    />
  )
}
