import { easternTime, localTime } from '../../clock/format.ts'

/** Shows the times in a sentence in Eastern time, as everywhere, and in the viewer's zone. The server writes them in UTC, the same for everyone. */
export function withLocalTimes(sentence: string): string {
  return sentence.replaceAll(/(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g, (_, day: string, time: string) => {
    const iso = `${day}T${time}:00.000Z`
    const local = localTime(iso)
    return local === undefined ? easternTime(iso) : `${easternTime(iso)} (${local})`
  })
}
