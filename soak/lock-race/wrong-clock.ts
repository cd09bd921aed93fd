// Loaded before a server (`node --import`): shifts the clock of its machine by `SOAK_CLOCK_MS` milliseconds. The signal SIGUSR2
// sets the clock back by a further `SOAK_CLOCK_BACK_MS`. Timers are not affected, as on a real machine.
const RealDate = Date
let shiftMs = Number(process.env['SOAK_CLOCK_MS'] ?? 0)
process.on('SIGUSR2', () => {
  shiftMs -= Number(process.env['SOAK_CLOCK_BACK_MS'] ?? 0)
})

const now = (): number => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args: readonly unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
})
