import { cardAddress, type CardKind } from '@outlast/contract/cards'
import { ButtonLink } from '../../ui/button.tsx'

interface PictureLinkProps {
  readonly kind: CardKind
  readonly id: number
}

/** Downloads the card of something as a picture for a phone's whole screen. */
export function PictureLink({ kind, id }: PictureLinkProps) {
  return (
    <ButtonLink size="small" href={cardAddress(kind, id, '1080x1920')} download={`${kind}-${id}.png`}>
      Picture
    </ButtonLink>
  )
}
