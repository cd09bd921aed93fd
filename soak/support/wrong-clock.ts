// Loaded before a server (`node --import`): its machine's clock is `SOAK_CLOCK_MS` milliseconds wrong. A signal SIGUSR2 sets
// it back by `SOAK_CLOCK_BACK_MS` more. Timers, like those of a real machine, do not care.
const RealDate = Date
let wrongBy = Number(process.env['SOAK_CLOCK_MS'] ?? 0)
process.on('SIGUSR2', () => {
  wrongBy -= Number(process.env['SOAK_CLOCK_BACK_MS'] ?? 0)
})

const now = (): number => RealDate.now() + wrongBy

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args: readonly unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
})
