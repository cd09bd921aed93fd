/** An area of the window, in pixels from its top left corner. */
interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The space around a control, in pixels. */
const GAP = 4

/** Returns how far to move a box up so that it covers none of the controls; 0 if there is no such place in the window. */
export function liftAbove(box: Box, controls: readonly Box[]): number {
  const inTheWay = controls.filter(({ left, right, top, bottom }) => right > box.left && left < box.right && bottom > top)
  let lift = 0
  for (;;) {
    const [top, bottom] = [box.top - lift, box.bottom - lift]
    const covered = inTheWay.filter((control) => control.top < bottom + GAP && control.bottom > top - GAP)
    if (covered.length === 0) return lift
    lift = box.bottom - Math.min(...covered.map((control) => control.top)) + GAP
    if (box.top - lift < 0) return 0
  }
}
