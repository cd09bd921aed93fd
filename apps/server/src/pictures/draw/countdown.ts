import { weekLabel } from '@outlast/domain'
import type { CountdownCard } from '../card.ts'
import { type Child, text } from './elements.ts'
import { DISPLAY, type Look, fitted } from './look.ts'
import { kicker } from './frame.ts'

export function countdown({ week, day, time }: CountdownCard, look: Look): readonly Child[] {
  const width = look.width - 2 * look.paddingX
  const size = look.isTall ? 165 : fitted(day, width, 140, 80)
  const style = { fontFamily: DISPLAY, fontWeight: 700, lineHeight: 1.15 }
  return [
    kicker(`Week ${weekLabel(week)} locks`, look),
    text({ ...style, fontSize: size, lineClamp: look.choose(1, 3) }, day),
    text({ ...style, fontSize: fitted(time, width, look.choose(150, 190), 80), color: look.accent }, time),
  ]
}
